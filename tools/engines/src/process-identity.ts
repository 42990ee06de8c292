/** True while any process of the group lives. */
export const isGroupAlive = (groupId: number): boolean => {
  try {
    process.kill(-groupId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Sends a signal to a whole process group; one that is gone already is fine. */
export const signalGroup = (groupId: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-groupId, signal);
  } catch {
    // Gone, which is what was wanted.
  }
};
