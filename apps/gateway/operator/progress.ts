/** Progress of a command, for whoever looks at it: nothing of it stands in what the command answers. */
export const progressOn = (what: string) => {
  let told = -1;
  return (done: number, all: number): void => {
    const share = all === 0 ? 100 : Math.floor((100 * done) / all);
    if (!process.stderr.isTTY || share === told) return;
    told = share;
    process.stderr.write(`\r${what}: ${share} %${share === 100 ? '\n' : ''}`);
  };
};
