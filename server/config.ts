/** Every setting of the service, one entry each: name, meaning, unit and bounds (the operator's interface). */

export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>
type Setting<T> = { name: string; fallback: string; about: string; read(text: string): T }

function setting<T>(name: string, fallback: string, about: string, read: (text: string) => T): Setting<T> {
  return { name, fallback, about, read }
}

/** A whole number in bounds, in the unit that the setting's text names. */
function whole(least: number, most: number) {
  return (text: string) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new ConfigError(`must be a whole number from ${least} to ${most}`)
    }
    return value
  }
}

function oneOf<const T extends string>(...values: T[]) {
  return (text: string): T => {
    const found = values.find((value) => value === text)
    if (!found) throw new ConfigError(`must be one of ${values.join(', ')}`)
    return found
  }
}

function url(...schemes: string[]) {
  return (text: string): string | null => {
    if (text === '') return null
    if (!URL.canParse(text) || !schemes.includes(new URL(text).protocol)) {
      throw new ConfigError(
        `must be an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
      )
    }
    return text.replace(/\/+$/, '')
  }
}

function text(value: string): string {
  if (value === '') throw new ConfigError('must not be empty')
  return value
}

const optional = (value: string) => value

function hostName(value: string): string {
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(value))
    throw new ConfigError('must be a host name such as meetings.example.com')
  return value.toLowerCase()
}

/** 32 bytes as base64 or hex; empty where the embedded database keeps a key of its own beside the data. */
function secretKey(value: string): Buffer | null {
  if (value === '') return null
  const bytes = /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64')
  if (bytes.length !== 32) throw new ConfigError('must be 32 bytes, written as base64 or as 64 hex digits')
  return bytes
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export const settings = {
  port: setting('PORT', '8080', 'TCP port to listen on; 0 takes any free one', whole(0, 65_535)),
  host: setting('HOST', '127.0.0.1', 'address to listen on', text),
  dataDir: setting('DATA_DIR', './data', 'folder of the embedded database, its password and the secret key', text),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    'postgres:// address of a PostgreSQL 15 or newer; without it the embedded one is used',
    url('postgres:', 'postgresql:'),
  ),
  publicUrl: setting(
    'PUBLIC_URL',
    '',
    'address under which people reach the service, for links',
    url('http:', 'https:'),
  ),
  baseDomain: setting(
    'BASE_DOMAIN',
    'localhost',
    'workspaces answer at {subdomain}.BASE_DOMAIN (decision 4)',
    hostName,
  ),
  demo: setting('DEMO', 'auto', 'auto loads the demo world into an empty database at start', oneOf('auto', 'off')),
  logLevel: setting('LOG_LEVEL', 'info', levels.join(', '), oneOf(...levels)),
  secretKey: setting(
    'SECRET_KEY',
    '',
    '32 bytes as base64 or hex; seals webhook secrets; required with DATABASE_URL',
    secretKey,
  ),
  apiRatePerSecond: setting(
    'API_RATE_PER_SECOND',
    '50',
    'API requests a key may make in a second; 0 is no limit',
    whole(0, 1_000_000),
  ),
  apiRatePerDay: setting(
    'API_RATE_PER_DAY',
    '0',
    'API requests a key may make in 24 hours; 0 is no limit',
    whole(0, 1_000_000_000),
  ),
  bodyLimitBytes: setting('BODY_LIMIT_BYTES', '5242880', 'largest request body, in bytes', whole(1_024, 1_073_741_824)),
  sttUrl: setting(
    'STT_URL',
    '',
    'address of a transcription service; without it media cannot be uploaded, only transcripts',
    url('http:', 'https:'),
  ),
  sttApiKey: setting('STT_API_KEY', '', 'bearer key for the transcription service', optional),
  sttModel: setting('STT_MODEL', 'whisper-1', 'its model; one named diarize tells speakers apart', text),
  sttKind: setting(
    'STT_KIND',
    'openai',
    'how it is asked: openai (speaches, Groq, vLLM, LocalAI too), whispercpp or asr (whisper-asr-webservice, WhisperX)',
    oneOf('openai', 'whispercpp', 'asr'),
  ),
  llmUrl: setting(
    'LLM_URL',
    '',
    'address of a language model with chat completions, which writes AI notes; without it the embedded writer does',
    url('http:', 'https:'),
  ),
  llmApiKey: setting('LLM_API_KEY', '', 'bearer key for the language model', optional),
  llmModel: setting('LLM_MODEL', 'gpt-4o-mini', 'its name there', text),
  auditRetentionDays: setting('AUDIT_RETENTION_DAYS', '90', 'days that audit rows are kept', whole(1, 36_500)),
}

export type Config = { [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['read']> }

/**
 * Reads every setting from the environment; one that is missing or empty has its default.
 * @throws {ConfigError} one sentence that names the first variable with a wrong value
 */
export function readConfig(environment: Environment): Config {
  const config: Record<string, unknown> = {}
  for (const [key, { name, fallback, read }] of Object.entries(settings)) {
    try {
      config[key] = read(environment[name]?.trim() || fallback)
    } catch (error) {
      if (error instanceof ConfigError) throw new ConfigError(`${name} ${error.message}.`)
      throw error
    }
  }
  const read = config as Config
  if (read.databaseUrl && !read.secretKey) {
    throw new ConfigError(
      'SECRET_KEY is required with DATABASE_URL: 32 bytes as base64 or hex, kept safe and never changed.',
    )
  }
  return read
}
