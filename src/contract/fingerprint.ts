// Contract: what must be equal on two machines for their results to be compared. Names no path, host or user.
import { z } from 'zod';

export const fingerprintSchema = z.strictObject({
  /** Of all other members: equal fingerprints have equal ids. */
  id: z.string().regex(/^[0-9a-f]{12}$/),
  /** The system and its release, for example `debian 12`. */
  os: z.string(),
  arch: z.string(),
  cores: z.number().int().positive(),
  /** Rounded to a power of two: equal machines differ by a few megabytes. */
  memory_gb: z.number().positive(),
  /** The version of Hydra. */
  engine: z.string(),
  /** The kind of sandbox that confines checks, or none. */
  sandbox: z.string(),
  /** The digest of the container image, from HYDRA_IMAGE; null without one. */
  image: z.string().nullable(),
  /** The version of each program in the commands, by its name. */
  programs: z.record(z.string(), z.string()),
  /** The start of the hash of each variable that checks get, by name, without those that differ between equal machines. */
  environment: z.record(z.string(), z.string()),
});
export type Fingerprint = z.infer<typeof fingerprintSchema>;

/** The members that differ, in words: `cores 2 and 4`. Empty for equal fingerprints. */
export function compareFingerprints(a: Fingerprint, b: Fingerprint): string[] {
  const members = ['os', 'arch', 'cores', 'memory_gb', 'engine', 'sandbox', 'image'] as const;
  const plain = members.filter((name) => a[name] !== b[name]).map((name) => `${name} ${a[name]} and ${b[name]}`);
  const programs = namesThatDiffer(a.programs, b.programs).map(
    (name) => `${name} ${a.programs[name] ?? 'missing'} and ${b.programs[name] ?? 'missing'}`,
  );
  const variables = namesThatDiffer(a.environment, b.environment).map((name) => `the variable ${name}`);
  return [...plain, ...programs, ...variables];
}

function namesThatDiffer(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): string[] {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  return names.filter((name) => a[name] !== b[name]);
}
