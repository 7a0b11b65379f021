// Endpoint, region and credentials of an S3 store, from the variables that other S3 programs read.
import { hydraError } from '../../contract/index.ts';
import { withoutUserInfo } from './store-address.ts';

export interface S3Settings {
  /** `s3://BUCKET/PREFIX` */
  address: string;
  bucket: string;
  /** Ends with a slash; keys are appended to it. */
  bucketUrl: string;
  /** Empty, or ends with a slash. */
  keyPrefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | null;
}

/** Most servers other than AWS ignore the region, but it is part of the signature. */
const DEFAULT_REGION = 'us-east-1';
const CREDENTIALS_ADVICE =
  'Set it; other sources of credentials are not read. `eval "$(aws configure export-credentials --format env)"` sets it from a profile.';
const REGION = /^[a-z0-9-]{1,40}$/;

export function readS3Settings(bucket: string, prefix: string, env: NodeJS.ProcessEnv): S3Settings {
  const address = `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;
  const endpoint = readEndpoint(address, env);
  const region = readRegion(address, endpoint === null, env);
  return {
    address,
    bucket,
    bucketUrl: endpoint === null ? awsUrl(bucket, region) : `${endpoint}/${bucket}/`,
    keyPrefix: prefix === '' ? '' : `${prefix}/`,
    region,
    accessKeyId: required(address, 'AWS_ACCESS_KEY_ID', CREDENTIALS_ADVICE, env),
    secretAccessKey: required(address, 'AWS_SECRET_ACCESS_KEY', CREDENTIALS_ADVICE, env),
    sessionToken: env.AWS_SESSION_TOKEN || null,
  };
}

/** Without a slash at the end. An empty variable counts as not set, as with the programs of AWS. */
function readEndpoint(address: string, env: NodeJS.ProcessEnv): string | null {
  const variable = ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'].find((name) => env[name]);
  if (variable === undefined) return null;
  const value = env[variable] ?? '';
  const url = URL.canParse(value) ? new URL(value) : null;
  const isUsable = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '' && url.hash === '';
  if (!isUsable) {
    const advice = 'Set it to the URL of the S3 server alone, such as http://minio.example.org:9000.';
    const details = { variable, problem: 'is not an http or https URL without credentials', address, advice };
    throw hydraError('store_variable', details, { value: withoutUserInfo(value) });
  }
  return url.href.replace(/\/+$/, '');
}

function readRegion(address: string, isAws: boolean, env: NodeJS.ProcessEnv): string {
  const variable = env.AWS_REGION ? 'AWS_REGION' : 'AWS_DEFAULT_REGION';
  const advice =
    'Set it to the region of the bucket, such as eu-central-1. For a server other than AWS, set AWS_ENDPOINT_URL_S3.';
  const region = env[variable] || (isAws ? required(address, 'AWS_REGION', advice, env) : DEFAULT_REGION);
  if (REGION.test(region)) return region;
  throw hydraError('store_variable', { variable, problem: 'is not a region', address, advice }, { value: region });
}

function required(address: string, variable: string, advice: string, env: NodeJS.ProcessEnv): string {
  const value = env[variable];
  if (value) return value;
  throw hydraError('store_variable', { variable, problem: 'is not set', address, advice });
}

/** The certificate of AWS covers one label before `s3`, so a bucket with dots is in the path. */
function awsUrl(bucket: string, region: string): string {
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  return bucket.includes('.') ? `https://${host}/${bucket}/` : `https://${bucket}.${host}/`;
}
