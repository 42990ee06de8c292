const ACCENTED: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...'aàbƀcçdðeéfƒgĝhĥiîjĵkķlļmɱnñoöpþqɋrŕsštţuûvṽwŵxẋyýzžAÅBƁCÇDÐEÉFƑGĜHĤIÎJĴKĶLĻMṀNÑOÖPÞQɊRŔSŠTŢUÛVṼWŴXẊYÝZŽ'.matchAll(
      /([a-zA-Z])(.)/gu,
    ),
  ].map(([, plain = '', accented = '']) => [plain, accented]),
);

/** A readable text that no catalogue has: accented, a third longer, in brackets that show where it is cut off. */
export function pseudo(text: string): string {
  const accented = text.replaceAll(/[a-zA-Z]/g, (letter) => ACCENTED[letter] ?? letter);
  return `⟦${accented}${'·'.repeat(Math.ceil(text.length / 3))}⟧`;
}
