/** Every setting of the service, one entry each: name, meaning, unit and bounds (the operator's interface). */
import ipaddr from 'ipaddr.js'
import { isForAllTenants } from '../shared-issuers.ts'
import { writtenLanguage } from '../text.ts'

export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>
type Setting<T> = { name: string; fallback: string; about: string; read(text: string): T }

function setting<T>(name: string, fallback: string, about: string, read: (text: string) => T): Setting<T> {
  return { name, fallback, about, read }
}

/** A whole number in bounds, in the unit that the setting's text names. */
function whole(min: number, max: number) {
  return (text: string) => {
    if (!isWhole(text, min, max)) throw new ConfigError(`must be a whole number from ${min} to ${max}`)
    return Number(text)
  }
}

/** Like `whole`; 0 is allowed too, for no limit of one's own. */
function wholeOrNone(min: number, max: number) {
  return (text: string) => {
    if (text !== '0' && !isWhole(text, min, max))
      throw new ConfigError(`must be 0 or a whole number from ${min} to ${max}`)
    return Number(text)
  }
}

function isWhole(text: string, min: number, max: number): boolean {
  return /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max
}

function oneOf<const T extends string>(...values: T[]) {
  return (text: string): T => {
    const found = values.find((value) => value === text)
    if (!found) throw new ConfigError(`must be one of ${values.join(', ')}`)
    return found
  }
}

function optionalOneOf<const T extends string>(...values: T[]) {
  return (text: string): T | null => (text === '' ? null : oneOf(...values)(text))
}

function url(...schemes: string[]) {
  return (text: string): string | null => {
    if (text === '') return null
    if (!URL.canParse(text) || !schemes.includes(new URL(text).protocol)) {
      throw new ConfigError(
        `must be an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
      )
    }
    return text.replace(/(?<!\/)\/+$/, '')
  }
}

/**
 * `{subdomain}` may stand for the first label of the host. Pages, cookies, the console's files and what assistants ask for
 * by fixed paths (`/.well-known/`) are at the root, so an address below a path would half work.
 */
function publicAddress(text: string): string | null {
  const example = text.replace('://{subdomain}.', '://subdomain.')
  if (example.includes('{')) throw new ConfigError('takes {subdomain} as the first label of its host and nowhere else')
  const address = url('http:', 'https:')(example)
  if (address === null) return null
  const { href, origin } = new URL(address)
  if (href !== `${origin}/`) {
    throw new ConfigError(
      'must end after host and port, such as https://minutes.example.com: the service needs a host of its own, and does not work below a path',
    )
  }
  return text.replace(/(?<!\/)\/+$/, '')
}

/** The value may hold a password, so no message quotes it. */
function proxyAddress(value: string): string | null {
  if (value === '') return null
  const wrong = new ConfigError(
    'must be an address such as http://user:password@proxy.example.com:3128, with nothing after the port',
  )
  if (!URL.canParse(value)) throw wrong
  const { protocol, pathname, search, hash, username, password } = new URL(value)
  if (protocol !== 'http:' || pathname !== '/' || search || hash) throw wrong
  // A percent sign of a password must be written as %25.
  if (!isDecodable(username) || !isDecodable(password)) throw wrong
  return value
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function text(value: string): string {
  if (value === '') throw new ConfigError('must not be empty')
  return value
}

const optional = (value: string) => value

function languageTag(value: string): string {
  const language = value === '' ? '' : writtenLanguage(value)
  if (language === null) throw new ConfigError('must be a language tag such as de or pt-BR')
  return language
}

const onOrOff = (value: string) => oneOf('on', 'off')(value) === 'on'

const yesOrNo = (value: string) => oneOf('true', 'false')(value) === 'true'

function fraction(value: string): number {
  const share = Number(value)
  if (!/^(?:\d+|\d*\.\d+)$/.test(value) || share > 1) throw new ConfigError('must be a number from 0 to 1')
  return share
}

/** Kept as it is: for the provider, an issuer with a slash at its end is another one. */
function issuer(value: string): string | null {
  return url('https:', 'http:')(value) && value
}

function hostName(value: string): string {
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(value))
    throw new ConfigError('must be a host name such as meetings.example.com')
  return value.toLowerCase()
}

/** The keys before SECRET_KEY. */
function secretKeys(value: string): Buffer[] {
  return value === '' ? [] : value.split(',').map((each) => readKey(each.trim()))
}

/** 32 bytes as base64 or hex; empty if the embedded database keeps a key of its own in its data folder. */
function secretKey(value: string): Buffer | null {
  return value === '' ? null : readKey(value)
}

function readKey(value: string): Buffer {
  const bytes = /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64')
  if (bytes.length !== 32) throw new ConfigError('must be 32 bytes, written as base64 or as 64 hex digits')
  return bytes
}

/** Texts between commas; each must satisfy a rule. */
function list(isValid: (text: string) => boolean, words: string) {
  return (value: string): string[] => {
    const texts = value.split(',').map((each) => each.trim())
    const wrong = value === '' ? undefined : texts.find((each) => !isValid(each))
    if (wrong !== undefined)
      throw new ConfigError(`must be a comma list of ${words}; ${wrong || 'an empty entry'} is none`)
    return value === '' ? [] : texts
  }
}

/** Whole numbers between commas. */
function wholes(min: number, max: number) {
  const read = list((text) => isWhole(text, min, max), `whole numbers from ${min} to ${max}`)
  return (value: string): number[] => read(value).map(Number)
}

/** `10.1.0.0/16`, `fd12::/32`; not `10.1/16`, which programs read as different networks. */
function isNetwork(text: string): boolean {
  return text.includes(':') ? ipaddr.IPv6.isValidCIDR(text) : ipaddr.IPv4.isValidCIDRFourPartDecimal(text)
}

/** `192.0.2.1:53`, `[2001:db8::1]:53`, or without the port. */
function isServer(text: string): boolean {
  const [, six, four, port = '53'] = /^(?:\[([\da-f:]+)\]|([\d.]+))(?::(\d{1,5}))?$/i.exec(text) ?? []
  const isAddress = six ? ipaddr.IPv6.isValid(six) : ipaddr.IPv4.isValidFourPartDecimal(four ?? '')
  return isAddress && Number(port) > 0 && Number(port) < 65_536
}

function tenantName(value: string): string {
  if (/^[\w.-]{1,100}$/.test(value)) return value
  throw new ConfigError('must be common, organizations, consumers, or the id or domain of a tenant')
}

/** Amazon's rule for names, and the wider one of older services. */
function bucketName(value: string): string | null {
  if (value === '') return null
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{2,62}$/.test(value)) {
    throw new ConfigError('must be the name of a bucket: 3 to 63 letters, digits, hyphens and dots')
  }
  return value
}

function regionName(value: string): string {
  if (!/^[A-Za-z0-9-]+$/.test(value)) throw new ConfigError('must be the name of a region such as eu-central-1')
  return value
}

/** `minutebook/media/`, with or without the last slash. */
function objectPrefix(value: string): string {
  if (value === '') return ''
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*\/?$/.test(value)) {
    throw new ConfigError('must be names with slashes between, such as minutebook/media')
  }
  return value.replace(/\/?$/, '/')
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
    "address under which people reach the service, for links; https://{subdomain}.BASE_DOMAIN gives each workspace its own; without it the workspace's own host that a request named, or HOST:PORT. A host of its own, never a path below one",
    publicAddress,
  ),
  baseDomain: setting('BASE_DOMAIN', 'localhost', 'workspaces answer at {subdomain}.BASE_DOMAIN', hostName),
  demo: setting('DEMO', 'auto', 'auto loads the demo world into an empty database at start', oneOf('auto', 'off')),
  migrate: setting(
    'MIGRATE',
    'on',
    'on brings the schema up to date at each start; off refuses to start over pending migrations, for `minutebook migrate` to run first',
    onOrOff,
  ),
  console: setting('CONSOLE', 'on', 'on serves the console, the pages for people; off leaves it out', onOrOff),
  logLevel: setting('LOG_LEVEL', 'info', levels.join(', '), oneOf(...levels)),
  secretKey: setting(
    'SECRET_KEY',
    '',
    '32 bytes as base64 or hex; seals webhook secrets; required with DATABASE_URL',
    secretKey,
  ),
  secretKeyOld: setting(
    'SECRET_KEY_OLD',
    '',
    'comma list of former values of SECRET_KEY, which still open what they sealed; needed until `minutebook secret rotate` has ended',
    secretKeys,
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
  shedDelayMs: setting(
    'SHED_DELAY_MS',
    '1000',
    'delay of the event loop in milliseconds, averaged over a second, above which requests get 503; 0 is no limit',
    whole(0, 60_000),
  ),
  holdSeconds: setting(
    'ACTION_ITEM_HOLD_SECONDS',
    '30',
    'seconds in which changes of an action item are collected into one event',
    whole(0, 86_400),
  ),
  mediaDir: setting(
    'MEDIA_DIR',
    '',
    'folder of uploaded media; with an S3_BUCKET only of unfinished uploads; DATA_DIR/media if empty',
    (text) => text || null,
  ),
  s3Bucket: setting('S3_BUCKET', '', 'bucket for uploaded media, instead of a folder', bucketName),
  s3Endpoint: setting(
    'S3_ENDPOINT',
    '',
    "address of a service that speaks S3; Amazon's own for the region if empty",
    url('http:', 'https:'),
  ),
  s3Region: setting('S3_REGION', 'us-east-1', 'region of the bucket; services without regions take any', regionName),
  s3AccessKeyId: setting('S3_ACCESS_KEY_ID', '', 'name of the key for the bucket', optional),
  s3SecretAccessKey: setting('S3_SECRET_ACCESS_KEY', '', 'the secret of that key', optional),
  s3Prefix: setting('S3_PREFIX', '', 'folder within the bucket, such as minutebook/media', objectPrefix),
  s3ForcePathStyle: setting(
    'S3_FORCE_PATH_STYLE',
    'false',
    'true asks at endpoint/bucket instead of bucket.endpoint, as MinIO, Garage and Ceph mostly want it',
    yesOrNo,
  ),
  mediaMaxBytes: setting(
    'MEDIA_MAX_BYTES',
    '2147483648',
    'largest media of an upload, in bytes',
    whole(1, 1_099_511_627_776),
  ),
  mediaMaxSeconds: setting(
    'MEDIA_MAX_SECONDS',
    '86400',
    'longest recording that is transcribed, in seconds',
    whole(60, 604_800),
  ),
  maxMediaBytesPerWorkspace: setting(
    'MAX_MEDIA_BYTES_PER_WORKSPACE',
    '0',
    'bytes that all media of a workspace may take, unfinished uploads included; 0 is no limit',
    whole(0, 1_125_899_906_842_624),
  ),
  maxOpenUploadsPerPerson: setting(
    'MAX_OPEN_UPLOADS_PER_PERSON',
    '20',
    'resumable uploads that a person may have under way',
    whole(1, 100_000),
  ),
  minFreeBytes: setting(
    'MIN_FREE_BYTES',
    '1073741824',
    'free space in bytes, in MEDIA_DIR and beside the embedded database, below which media is refused, and in TMPDIR, below which none is converted; 0 refuses none',
    whole(0, 1_099_511_627_776),
  ),
  mediaTimeoutSeconds: setting(
    'MEDIA_TIMEOUT_SECONDS',
    '1800',
    'seconds in which media must be fetched from its URL',
    whole(1, 86_400),
  ),
  uploadRetryDelaysSeconds: setting(
    'UPLOAD_RETRY_DELAYS_SECONDS',
    '5,30,120,300',
    'seconds to wait after each temporary failure of an upload; after the last one the upload fails',
    wholes(0, 86_400),
  ),
  inboxDir: setting(
    'INBOX_DIR',
    '',
    'folder whose files become uploads, by workspace and person; none if empty',
    (text) => text || null,
  ),
  inboxSettleSeconds: setting(
    'INBOX_SETTLE_SECONDS',
    '10',
    'seconds that a file in the inbox must stay unchanged before it is uploaded',
    whole(0, 3_600),
  ),
  webhookRetryDelaysSeconds: setting(
    'WEBHOOK_RETRY_DELAYS_SECONDS',
    '5,300,1800,7200,18000,36000,36000',
    'seconds before each retry of a message, a comma list; 7 delays give 8 attempts (spec 3.5)',
    wholes(0, 604_800),
  ),
  webhookTimeoutSeconds: setting(
    'WEBHOOK_TIMEOUT_SECONDS',
    '15',
    'seconds in which an endpoint must answer an event (spec 6.4)',
    whole(1, 300),
  ),
  webhookRatePerSecond: setting(
    'WEBHOOK_RATE_PER_SECOND',
    '10',
    'requests to a user webhook, or for the workspace webhooks of one key, in a second (spec 8); 0 is no limit',
    whole(0, 10_000),
  ),
  webhookDisableAfterSeconds: setting(
    'WEBHOOK_DISABLE_AFTER_SECONDS',
    '432000',
    'seconds of failing after which a webhook is set to failed (spec 3.2)',
    whole(1, 31_536_000),
  ),
  webhookFailingAfterSeconds: setting(
    'WEBHOOK_FAILING_AFTER_SECONDS',
    '3600',
    'seconds of failing after which administrators are notified of a webhook',
    whole(1, 31_536_000),
  ),
  webhookHeaderPrefixes: setting(
    'WEBHOOK_HEADER_PREFIXES',
    'hook,webhook',
    'comma list of prefixes; id, timestamp and signature are sent once for each, `webhook` for the libraries of Standard Webhooks (spec 5.5)',
    list((text) => /^[a-z][a-z0-9-]*$/.test(text), 'prefixes such as hook'),
  ),
  maxWebhooksPerPerson: setting(
    'MAX_WEBHOOKS_PER_PERSON',
    '25',
    'user webhooks that a person may have',
    whole(1, 100_000),
  ),
  maxWorkspaceWebhooks: setting(
    'MAX_WORKSPACE_WEBHOOKS',
    '100',
    'workspace webhooks that a workspace may have',
    whole(1, 100_000),
  ),
  deliveryRetentionDays: setting(
    'DELIVERY_RETENTION_DAYS',
    '30',
    'days that the log of deliveries is kept',
    whole(1, 36_500),
  ),
  webhookVerifyTimeoutSeconds: setting(
    'WEBHOOK_VERIFY_TIMEOUT_SECONDS',
    '10',
    'seconds in which an endpoint must answer its verification (spec 5.4)',
    whole(1, 300),
  ),
  webhookAllowedNetworks: setting(
    'WEBHOOK_ALLOWED_NETWORKS',
    '',
    'comma list of networks such as 10.1.0.0/16 that requests may go to although they are not public; leave it empty',
    list(isNetwork, 'networks such as 10.1.0.0/16'),
  ),
  webhookDnsServers: setting(
    'WEBHOOK_DNS_SERVERS',
    '',
    "comma list of ip:port that resolve the names of endpoints; the system's if empty",
    list(isServer, 'addresses with a port, such as 192.0.2.1:53'),
  ),
  webhookProxy: setting(
    'WEBHOOK_PROXY',
    '',
    'http://user:password@host:port of a proxy that requests to addresses which users name go through, by CONNECT; none if empty',
    proxyAddress,
  ),
  sttUrl: setting(
    'STT_URL',
    '',
    'address of a transcription service; without a service media cannot be uploaded, only transcripts (deepgram, assemblyai and gladia have public addresses)',
    url('http:', 'https:'),
  ),
  sttApiKey: setting('STT_API_KEY', '', 'key for the transcription service', optional),
  sttModel: setting(
    'STT_MODEL',
    '',
    "its model, or the name of an installed one; if empty whisper-1 of openai, nova-3 of deepgram, the service's own of the others; of openai, one named diarize tells speakers apart",
    optional,
  ),
  sttKind: setting(
    'STT_KIND',
    '',
    'how it is asked: openai (speaches, Groq, vLLM, LocalAI too), whispercpp, asr (whisper-asr-webservice, WhisperX), deepgram, assemblyai, gladia or azure; local transcribes on this machine. If empty openai with STT_URL, otherwise local if a speech model is installed',
    optionalOneOf('local', 'openai', 'whispercpp', 'asr', 'deepgram', 'assemblyai', 'gladia', 'azure'),
  ),
  sttProcesses: setting(
    'STT_PROCESSES',
    '1',
    'recordings that a worker transcribes at once on this machine, each in a process of its own',
    whole(1, 64),
  ),
  sttThreads: setting(
    'STT_THREADS',
    '1',
    'threads of each of these processes; two are faster, and use up to twice the processor time',
    whole(1, 64),
  ),
  sttMaxBytes: setting(
    'STT_MAX_BYTES',
    '0',
    'largest file that the transcription service takes, in bytes, at least 1000000; larger ones are cut into parts (needs ffmpeg); 0 is what its documents say',
    wholeOrNone(1_000_000, 10_000_000_000),
  ),
  sttMaxSeconds: setting(
    'STT_MAX_SECONDS',
    '0',
    'longest recording that the transcription service takes, in seconds, at least 60; longer ones are cut into parts (needs ffmpeg); 0 is what its documents say',
    wholeOrNone(60, 604_800),
  ),
  llmUrl: setting(
    'LLM_URL',
    '',
    'address of a language model, which writes AI notes; if empty the public address of anthropic, or a model of this machine; without any the embedded writer writes',
    url('http:', 'https:'),
  ),
  llmApiKey: setting('LLM_API_KEY', '', 'key for the language model', optional),
  llmModel: setting(
    'LLM_MODEL',
    '',
    'name of the model; for azure, of the deployment; if empty gpt-4o-mini for openai, and for local the installed one that was added last',
    optional,
  ),
  llmKind: setting(
    'LLM_KIND',
    '',
    'how it is asked: openai (chat completions, as Ollama, vLLM and llama.cpp have them), azure or anthropic; local runs on this machine. If empty openai with LLM_URL, otherwise local if a model for notes and node-llama-cpp are installed',
    optionalOneOf('local', 'openai', 'azure', 'anthropic'),
  ),
  llmThreads: setting(
    'LLM_THREADS',
    '0',
    'threads of a language model on this machine; 0 is one for each core. Fewer leave time for the service where cores are shared',
    whole(0, 256),
  ),
  llmConcurrency: setting(
    'LLM_CONCURRENCY',
    '3',
    'concurrent requests to the language model for one long meeting',
    whole(1, 32),
  ),
  llmSecondsPerHour: setting(
    'LLM_SECONDS_PER_HOUR',
    '3600',
    'longest time to write the notes of an hour of talk, in seconds, at least 600 for any meeting; then the embedded writer writes them',
    whole(60, 86_400),
  ),
  llmTokensPerMonth: setting(
    'LLM_TOKENS_PER_MONTH',
    '0',
    'tokens that the language model may read and write for a workspace in a month (UTC), for notes and answers; 0 is no limit',
    whole(0, 1_000_000_000_000),
  ),
  embeddingUrl: setting(
    'EMBEDDING_URL',
    '',
    'address of a model that makes embeddings (OpenAI’s /v1/embeddings, as Ollama, vLLM and llama.cpp have it): search then also finds by meaning; if empty by words alone. It receives all texts that search finds, and the queries',
    url('http:', 'https:'),
  ),
  embeddingApiKey: setting('EMBEDDING_API_KEY', '', 'key for the embeddings', optional),
  embeddingModel: setting(
    'EMBEDDING_MODEL',
    'text-embedding-3-small',
    'name of the model that makes embeddings; with another one they are made again',
    optional,
  ),
  askPerPersonPerDay: setting(
    'ASK_PER_PERSON_PER_DAY',
    '100',
    'questions that a person may ask the language model in a day (UTC); 0 is no limit',
    whole(0, 1_000_000),
  ),
  notesLanguage: setting(
    'NOTES_LANGUAGE',
    '',
    'language in which a language model writes AI notes where nobody chose one, as a tag such as de; that of the meeting if empty',
    languageTag,
  ),
  modelsDir: setting(
    'MODELS_DIR',
    '',
    'folder of the models that `minutebook models` keeps for work on this machine; DATA_DIR/models if empty',
    (text) => text || null,
  ),
  modelsMirror: setting(
    'MODELS_MIRROR',
    '',
    'address that models are downloaded from instead of their own hosts; the paths stay the same',
    url('https:', 'http:'),
  ),
  modelsFromConsole: setting(
    'MODELS_FROM_CONSOLE',
    'off',
    'on lets administrators of any workspace install and remove models of this machine in the console; off leaves it to `minutebook models`',
    onOrOff,
  ),
  calendarWindowDays: setting(
    'CALENDAR_WINDOW_DAYS',
    '90',
    'days before and after now in which meetings of a calendar are imported',
    whole(1, 366),
  ),
  maxKeysPerPerson: setting(
    'MAX_KEYS_PER_PERSON',
    '25',
    'active API keys that a person may have; the command line and imports may give more',
    whole(1, 100_000),
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    '',
    'comma list of networks such as 10.1.0.0/16 whose proxies are trusted to name the client in X-Forwarded-For',
    list(isNetwork, 'networks such as 10.1.0.0/16'),
  ),
  changesRetentionDays: setting(
    'CHANGES_RETENTION_DAYS',
    '30',
    'days that a cursor of GET /api/v1/changes is valid',
    whole(1, 36_500),
  ),
  smtpUrl: setting(
    'SMTP_URL',
    '',
    'smtp:// or smtps:// address of the mail server for sign-in links, recaps and mails about webhooks; PUBLIC_URL is required with it',
    url('smtp:', 'smtps:'),
  ),
  mailFrom: setting('MAIL_FROM', '', 'sender of mails, such as Minutebook <minutebook@example.com>', optional),
  oidcIssuer: setting(
    'OIDC_ISSUER',
    '',
    'issuer of the identity provider that people sign in by (OpenID Connect); PUBLIC_URL is required with it',
    issuer,
  ),
  oidcClientId: setting('OIDC_CLIENT_ID', '', 'name of this service at the provider', optional),
  oidcClientSecret: setting('OIDC_CLIENT_SECRET', '', 'its secret at the provider', optional),
  oidcClientAuth: setting(
    'OIDC_CLIENT_AUTH',
    '',
    "basic or post: how the secret is sent to the provider, in a header or in the body; by default as the provider's metadata says",
    (value) => (value === '' ? null : oneOf('basic', 'post')(value)),
  ),
  oidcEmailTrust: setting(
    'OIDC_EMAIL_TRUST',
    'verified',
    "verified takes only addresses that the provider calls verified; issuer takes all of an issuer of your own, if they are in the workspace's email_domains",
    oneOf('verified', 'issuer'),
  ),
  oidcName: setting('OIDC_NAME', 'Single sign-on', 'name of the identity provider on the sign-in page', text),
  oidcCreatePeople: setting(
    'OIDC_CREATE_PEOPLE',
    'false',
    "true creates an account at the first sign-in there with an address in one of the workspace's email_domains",
    yesOrNo,
  ),
  oidcGroupsClaim: setting(
    'OIDC_GROUPS_CLAIM',
    '',
    "claim with a person's groups, such as groups: each becomes a private channel, and people are its members as their last sign-in says",
    (value) => value || null,
  ),
  oidcOnly: setting(
    'OIDC_ONLY',
    'false',
    'true allows no other way to sign in than the identity provider and links made on the command line',
    yesOrNo,
  ),
  calendarGoogleClientId: setting(
    'CALENDAR_GOOGLE_CLIENT_ID',
    '',
    'id of this service at Google, so that people connect their calendar; PUBLIC_URL is required with it',
    optional,
  ),
  calendarGoogleClientSecret: setting('CALENDAR_GOOGLE_CLIENT_SECRET', '', 'its secret at Google', optional),
  calendarMicrosoftClientId: setting(
    'CALENDAR_MICROSOFT_CLIENT_ID',
    '',
    'id of this service at Microsoft, so that people connect their calendar; PUBLIC_URL is required with it',
    optional,
  ),
  calendarMicrosoftClientSecret: setting('CALENDAR_MICROSOFT_CLIENT_SECRET', '', 'its secret at Microsoft', optional),
  calendarMicrosoftTenant: setting(
    'CALENDAR_MICROSOFT_TENANT',
    'common',
    'whose accounts people may connect: common for all, organizations, consumers, or the id of your own tenant',
    tenantName,
  ),
  oauth: setting(
    'OAUTH',
    'on',
    'on lets assistants ask people for access to /mcp by OAuth, on a page of the console; with off they need keys',
    onOrOff,
  ),
  oauthMaxClients: setting(
    'OAUTH_MAX_CLIENTS',
    '1000',
    'assistants that may register themselves, over all workspaces; 0 allows only those that identify by an address of their own',
    whole(0, 1_000_000),
  ),
  auditRetentionDays: setting(
    'AUDIT_RETENTION_DAYS',
    '90',
    'days that audit rows are kept; 0 keeps them for ever',
    whole(0, 36_500),
  ),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    '',
    'address of an OpenTelemetry collector that takes OTLP over HTTP; traces and metrics are sent there',
    url('http:', 'https:'),
  ),
  otlpTracesEndpoint: setting(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    '',
    'full address for traces, if only they are sent or to another place',
    url('http:', 'https:'),
  ),
  otlpMetricsEndpoint: setting(
    'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
    '',
    'full address for metrics, if only they are sent or to another place',
    url('http:', 'https:'),
  ),
  traceShare: setting('OTEL_TRACES_SAMPLER_ARG', '1', 'share of the requests that are traced, from 0 to 1', fraction),
  telemetryDisabled: setting('OTEL_SDK_DISABLED', 'false', 'true sends neither traces nor metrics', yesOrNo),
}

/** Where models for work on this machine are kept. */
export const modelsFolderOf = ({ modelsDir, dataDir }: Pick<Config, 'modelsDir' | 'dataDir'>) =>
  modelsDir ?? `${dataDir}/models`

export type Config = { [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['read']> }

/**
 * Reads every setting from the environment; one that is missing or empty has its default.
 * @throws {ConfigError} one sentence that names the first variable with a wrong value
 */
export function readConfig(environment: Environment): Config {
  const config: Record<string, unknown> = {}
  for (const [key, each] of Object.entries(settings)) config[key] = readSetting<unknown>(each, environment)
  const read = config as Config
  if (read.databaseUrl && !read.secretKey) {
    throw new ConfigError(
      'SECRET_KEY is required with DATABASE_URL: 32 bytes as base64 or hex, kept safe and never changed.',
    )
  }
  requireWholeBucket(read, environment)
  requireWholeSignIn(environment)
  requireOwnIssuer(read)
  requireOwnHosts(read)
  requireWholeTranscriber(read)
  requireWholeModel(read)
  return read
}

/** @throws {ConfigError} one sentence that names the variable */
export function readSetting<T>({ name, fallback, read }: Setting<T>, environment: Environment): T {
  try {
    return read(environment[name]?.trim() || fallback)
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(`${name} ${error.message}.`)
    throw error
  }
}

/** What ways to sign in and calendars by account need. Without PUBLIC_URL a `Host` header would choose where they lead. */
const signInNeeds = {
  SMTP_URL: ['MAIL_FROM', 'PUBLIC_URL'],
  OIDC_ISSUER: ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL'],
  OIDC_CLIENT_ID: ['OIDC_ISSUER'],
  OIDC_CLIENT_SECRET: ['OIDC_ISSUER'],
  MAIL_FROM: ['SMTP_URL'],
  CALENDAR_GOOGLE_CLIENT_ID: ['CALENDAR_GOOGLE_CLIENT_SECRET', 'PUBLIC_URL'],
  CALENDAR_GOOGLE_CLIENT_SECRET: ['CALENDAR_GOOGLE_CLIENT_ID'],
  CALENDAR_MICROSOFT_CLIENT_ID: ['CALENDAR_MICROSOFT_CLIENT_SECRET', 'PUBLIC_URL'],
  CALENDAR_MICROSOFT_CLIENT_SECRET: ['CALENDAR_MICROSOFT_CLIENT_ID'],
}

function requireWholeSignIn(environment: Environment): void {
  const isGiven = (name: string) => Boolean(environment[name]?.trim())
  const flags = ['OIDC_CREATE_PEOPLE', 'OIDC_ONLY'].filter((name) => environment[name]?.trim() === 'true')
  if (isGiven('OIDC_GROUPS_CLAIM')) flags.push('OIDC_GROUPS_CLAIM')
  if (environment.OIDC_EMAIL_TRUST?.trim() === 'issuer') flags.push('OIDC_EMAIL_TRUST')
  const needs = [...Object.entries(signInNeeds), ...flags.map((name): [string, string[]] => [name, ['OIDC_ISSUER']])]
  for (const [name, needed] of needs) {
    const missing = isGiven(name) ? needed.find((each) => !isGiven(each)) : undefined
    if (missing) throw new ConfigError(`${missing} is required with ${name}.`)
  }
}

/** Where anybody can get an account, an address without proof would sign in as somebody else. */
function requireOwnIssuer({ oidcIssuer, oidcEmailTrust }: Config): void {
  if (oidcEmailTrust !== 'issuer' || oidcIssuer === null || !isForAllTenants(oidcIssuer)) return
  throw new ConfigError(
    'OIDC_EMAIL_TRUST must be verified with this OIDC_ISSUER: anybody can have an account there; issuer needs one of your own, such as that of your Entra tenant.',
  )
}

/** Links to workspaces must lead to hosts that name one. */
function requireOwnHosts({ publicUrl, baseDomain }: Config): void {
  if (
    !publicUrl?.includes('{subdomain}') ||
    new URL(publicUrl.replace('{subdomain}', 'x')).hostname === `x.${baseDomain}`
  )
    return
  throw new ConfigError(
    `PUBLIC_URL with {subdomain} must be an address at {subdomain}.${baseDomain}, as BASE_DOMAIN has it.`,
  )
}

/** The settings that a hosted service needs; a missing one is found at the start, and not by the first upload. */
function requireWholeTranscriber({ sttKind, sttUrl, sttApiKey }: Config): void {
  if (sttKind === null || ['local', 'openai', 'whispercpp', 'asr'].includes(sttKind)) return
  if (!sttApiKey) throw new ConfigError(`STT_API_KEY is required with STT_KIND=${sttKind}.`)
  if (sttKind === 'azure' && !sttUrl) throw new ConfigError('STT_URL is required with STT_KIND=azure.')
}

function requireWholeModel({ llmKind, llmUrl, llmApiKey, llmModel }: Config): void {
  if (llmKind === null || llmKind === 'local' || llmKind === 'openai') return
  if (!llmApiKey) throw new ConfigError(`LLM_API_KEY is required with LLM_KIND=${llmKind}.`)
  if (llmKind === 'azure' && !llmUrl) throw new ConfigError('LLM_URL is required with LLM_KIND=azure.')
  if (!llmModel) throw new ConfigError(`LLM_MODEL is required with LLM_KIND=${llmKind}.`)
}

/** With only some of the S3 settings, media would be stored somewhere the operator did not intend. */
function requireWholeBucket(config: Config, environment: Environment): void {
  const isGiven = ({ name }: { name: string }) => Boolean(environment[name]?.trim())
  if (config.s3Bucket) {
    const missing = [settings.s3AccessKeyId, settings.s3SecretAccessKey].find((each) => !isGiven(each))
    if (missing) throw new ConfigError(`${missing.name} is required with S3_BUCKET.`)
  } else {
    const alone = Object.values(settings).find((each) => each.name.startsWith('S3_') && isGiven(each))
    if (alone) throw new ConfigError(`S3_BUCKET is required with ${alone.name}.`)
  }
}
