/** Resolves when each timer of at most `ms` that was set before has fired: for checks that something does not happen. */
export const timersFired = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
