import { expect, test } from 'vitest';
import { commandsByHand } from './by-hand.ts';

const plain = { onto: null, strategy: 'squash', forceReason: null, message: null, runHooks: true } as const;
const work = { result: { run: { run_id: 'R1' } }, candidate: { name: 'good' } };

test('is as short as the original command', () => {
  expect(commandsByHand({ ...work, request: plain })).toEqual({
    again: 'hydra merge R1 good',
    aside: 'hydra merge R1 good --to-branch hydra/good',
  });
});

test('includes every option, quoted for a shell', () => {
  const request = { onto: 'dev', strategy: 'rebase', forceReason: "it's $(fine)", message: '-x', runHooks: false } as const;
  const how = "--strategy rebase -m -x --no-verify --force --reason 'it'\\''s $(fine)'";
  expect(commandsByHand({ ...work, request }, '/a b/R1')).toEqual({
    again: `hydra merge '/a b/R1' good --onto dev ${how}`,
    aside: `hydra merge '/a b/R1' good --to-branch hydra/good ${how}`,
  });
});
