// Three metrics: one with a tolerance, one that is measured three times, one without a weight.
export const METRICS = `
[scoring.metrics.size]
command = "wc -c < out.txt"
read = "last number"
better = "lower"
weight = 30
tolerance_percent = 10
unit = "bytes"

[scoring.metrics.time]
command = "sh bench.sh"
read = "regex: ^time: ([0-9.]+) ms$"
better = "lower"
weight = 10
unit = "ms"
repeat = 3

[scoring.metrics.typed]
command = "cat typed.json"
read = 'json: $.types["percent typed"]'
better = "higher"
weight = 0
`;
