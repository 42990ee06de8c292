/** Places that all lanes of an instance share. */
export interface Places {
  /** False where none is left. */
  take(): boolean;
  giveBack(): void;
}

/** What bounds the requests under way in one instance beyond those that each lane has for itself. */
export function createPlaces(atMost: number): Places {
  let taken = 0;
  return {
    take: () => {
      if (taken >= atMost) return false;
      taken += 1;
      return true;
    },
    giveBack: () => {
      taken -= 1;
    },
  };
}
