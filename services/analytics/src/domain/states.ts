/** The states in which a conversion counts: all but rejected and reversed. */
export const countedStatuses: readonly string[] = ['pending', 'approved'];
/** The states in which a commission counts as earned. */
export const earnedStatuses: readonly string[] = ['pending', 'approved', 'paid'];
