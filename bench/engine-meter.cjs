// Loaded into Hydra by engine.bench.mjs: writes its processor time and the longest block of its event loop when it ends.
const { writeFileSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');

const report = process.env.HYDRA_METER;
delete process.env.HYDRA_METER;
delete process.env.NODE_OPTIONS;
if (report !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  // Loading the program is no work of the engine.
  setTimeout(() => delay.enable(), 20).unref();
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    writeFileSync(report, JSON.stringify({ seconds: (user + system) / 1e6, blockedMs: delay.max / 1e6 }));
  });
}
