import { expect, test } from 'vitest';
import { hydraError } from '../contract/index.ts';
import { asHydraError, isConnectionLoss, withTimeout } from './failures.ts';

const errorWith = (message: string, code?: unknown) => Object.assign(new Error(message), code === undefined ? {} : { code });

test.each([
  errorWith('terminating connection due to administrator command', '57P01'),
  errorWith('the database system is starting up', '57P03'),
  errorWith('sorry, too many clients already', '53300'),
  errorWith('connection failure', '08006'),
  errorWith('connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED'),
  errorWith('read ECONNRESET', 'ECONNRESET'),
  errorWith('getaddrinfo ENOTFOUND db', 'ENOTFOUND'),
  errorWith('Connection terminated unexpectedly'),
  errorWith('Connection is closed.'),
  errorWith('timeout exceeded when trying to connect'),
  errorWith('Query read timeout'),
])('$message: the database is unreachable', (error) => {
  expect(isConnectionLoss(error)).toBe(true);
  expect(asHydraError(error, 'postgres://host/db')).toMatchObject({ code: 'queue_unreachable' });
});

test.each([
  { error: errorWith('relation "hydra_worker" does not exist', '42P01'), code: 'queue_not_initialized' },
  { error: errorWith('permission denied for database', '42501'), code: 'queue_failed' },
  { error: errorWith('password authentication failed', '28P01'), code: 'queue_failed' },
  { error: errorWith('WRONGPASS invalid username-password pair'), code: 'queue_failed' },
  { error: 'no error object', code: 'queue_failed' },
  { error: hydraError('queue_lease_lost', { job: 'a', reason: 'r' }), code: 'queue_lease_lost' },
])('$error gives $code', ({ error, code }) => {
  expect(asHydraError(error, 'postgres://host/db')).toMatchObject({ code });
});

test('names the first reason of a host with several addresses', () => {
  const error = Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:5432')]), { code: 'ECONNREFUSED' });
  expect(asHydraError(error, 'postgres://localhost/db').message).toBe(
    'The queue at postgres://localhost/db cannot be reached: connect ECONNREFUSED ::1:5432.',
  );
});

test('rejects a request without an answer', async () => {
  await expect(withTimeout('redis://host', 1, () => new Promise(() => {}))).rejects.toMatchObject({
    code: 'queue_unreachable',
    message: 'The queue at redis://host cannot be reached: no answer within 0.001 s.',
  });
});
