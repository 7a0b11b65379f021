// Loaded into Hydra by engine.bench.mjs: writes its processor time, and the most of it between two turns of the event loop,
// when it ends. Processor time, because a busy machine stops a process for longer than the work takes.
const { writeFileSync } = require('node:fs');

const report = process.env.HYDRA_METER;
delete process.env.HYDRA_METER;
delete process.env.NODE_OPTIONS;
const used = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
if (report !== undefined) {
  let [last, most] = [null, 0];
  const turn = () => {
    const now = used();
    // Loading the program is no work of the engine.
    if (last !== null) most = Math.max(most, now - last);
    last = now;
  };
  setInterval(turn, 5).unref();
  process.on('exit', () => {
    turn();
    writeFileSync(report, JSON.stringify({ seconds: used(), blockedMs: most * 1000 }));
  });
}
