import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig, settings } from './config.ts'

test('every setting has a valid default, and an empty value means the default', () => {
  const empty = Object.fromEntries(Object.values(settings).map(({ name }) => [name, ' ']))
  assert.deepEqual(readConfig(empty), readConfig({}))
  assert.equal(readConfig({}).port, 8_080)
})

test('a wrong value gives one sentence that names the variable', () => {
  const wrong = {
    PORT: '65536',
    API_RATE_PER_SECOND: '-1',
    API_RATE_PER_DAY: '1.5',
    BODY_LIMIT_BYTES: '5MB',
    AUDIT_RETENTION_DAYS: '-1',
    MAX_WEBHOOKS_PER_PERSON: '0',
    MAX_WORKSPACE_WEBHOOKS: '-1',
    MAX_OPEN_UPLOADS_PER_PERSON: '0',
    MAX_MEDIA_BYTES_PER_WORKSPACE: '5GB',
    MIN_FREE_BYTES: '1.5',
    LOG_LEVEL: 'loud',
    DEMO: 'on',
    DATABASE_URL: 'mysql://x',
    PUBLIC_URL: 'example.com',
    BASE_DOMAIN: 'a b',
    SECRET_KEY: 'short',
    WEBHOOK_VERIFY_TIMEOUT_SECONDS: '301',
    STT_URL: 'whisper',
    STT_KIND: 'vosk',
    STT_MAX_BYTES: '999999',
    STT_MAX_SECONDS: '59',
    LLM_URL: 'ftp://models',
    LLM_KIND: 'gemini',
    LLM_CONCURRENCY: '33',
    NOTES_LANGUAGE: 'deutsch!',
    WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8,localhost',
    WEBHOOK_DNS_SERVERS: 'dns.acme.com:53',
    WEBHOOK_FAILING_AFTER_SECONDS: '0',
    WEBHOOK_PROXY: 'proxy.example.com:3128',
    S3_BUCKET: 'my bucket',
    S3_ENDPOINT: 'minio:9000',
    S3_REGION: 'eu central',
    S3_PREFIX: '/media',
    S3_FORCE_PATH_STYLE: 'yes',
    SMTP_URL: 'mail.example.com',
    OIDC_ISSUER: 'accounts.example.com',
    OIDC_CREATE_PEOPLE: 'yes',
    OIDC_ONLY: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
    OTEL_TRACES_SAMPLER_ARG: '1.01',
    OTEL_SDK_DISABLED: '1',
  }
  for (const [name, value] of Object.entries(wrong)) {
    assert.throws(
      () => readConfig({ [name]: value }),
      (error: Error) => {
        assert(error instanceof ConfigError)
        return (
          error.message.startsWith(`${name} must be`) && error.message.endsWith('.') && !error.message.includes('\n')
        )
      },
    )
  }
})

test('values at the bounds are accepted, values beyond them are rejected', () => {
  assert.equal(readConfig({ PORT: '0' }).port, 0)
  for (const share of ['0', '0.25', '1']) {
    assert.equal(readConfig({ OTEL_TRACES_SAMPLER_ARG: share }).traceShare, Number(share))
  }
  for (const share of ['-0.1', '1.1', 'all']) {
    assert.throws(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: share }), ConfigError)
  }
  assert.equal(readConfig({ PORT: '65535' }).port, 65_535)
  assert.equal(readConfig({ BODY_LIMIT_BYTES: '1024' }).bodyLimitBytes, 1_024)
  assert.throws(() => readConfig({ BODY_LIMIT_BYTES: '1023' }), ConfigError)
})

test('the error of a list of numbers says that it is a list, and names the wrong number', () => {
  assert.throws(() => readConfig({ WEBHOOK_RETRY_DELAYS_SECONDS: '5, 1h' }), {
    message: 'WEBHOOK_RETRY_DELAYS_SECONDS must be a comma list of whole numbers from 0 to 604800; 1h is none.',
  })
  assert.throws(() => readConfig({ UPLOAD_RETRY_DELAYS_SECONDS: '5,,30' }), {
    message:
      'UPLOAD_RETRY_DELAYS_SECONDS must be a comma list of whole numbers from 0 to 86400; an empty entry is none.',
  })
  assert.deepEqual(readConfig({ UPLOAD_RETRY_DELAYS_SECONDS: '5, 30' }).uploadRetryDelaysSeconds, [5, 30])
})

test('SECRET_KEY is 32 bytes as hex or base64, and is required with DATABASE_URL', () => {
  const bytes = Buffer.alloc(32, 7)
  assert.deepEqual(readConfig({ SECRET_KEY: bytes.toString('hex') }).secretKey, bytes)
  assert.deepEqual(readConfig({ SECRET_KEY: bytes.toString('base64') }).secretKey, bytes)
  assert.throws(
    () => readConfig({ DATABASE_URL: 'postgres://localhost/x' }),
    /^ConfigError: SECRET_KEY|SECRET_KEY is required/,
  )
})

test('S3_BUCKET and its key are set together or not at all', () => {
  const whole = { S3_BUCKET: 'meetings', S3_ACCESS_KEY_ID: 'AKIA', S3_SECRET_ACCESS_KEY: 's' }
  const { s3Bucket, s3Endpoint, s3Region, s3Prefix, s3ForcePathStyle } = readConfig(whole)
  assert.deepEqual(
    [s3Bucket, s3Endpoint, s3Region, s3Prefix, s3ForcePathStyle],
    ['meetings', null, 'us-east-1', '', false],
  )
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) {
    const message = `${name} is required with S3_BUCKET.`
    assert.throws(() => readConfig({ ...whole, [name]: ' ' }), { message })
  }
  const others = { S3_ENDPOINT: 'http://x', S3_REGION: 'eu', S3_PREFIX: 'a', S3_FORCE_PATH_STYLE: 'false' }
  const { S3_BUCKET, ...key } = whole
  for (const [name, value] of Object.entries({ ...others, ...key })) {
    assert.throws(() => readConfig({ [name]: value }), { message: `S3_BUCKET is required with ${name}.` })
  }
})

test('a hosted language model needs all its settings; azure has no public address', () => {
  const whole = { LLM_URL: 'https://llm.example.com', LLM_API_KEY: 'k', LLM_MODEL: 'm' }
  for (const LLM_KIND of ['azure', 'anthropic']) {
    assert.equal(readConfig({ LLM_KIND, ...whole }).llmKind, LLM_KIND)
    for (const name of ['LLM_API_KEY', 'LLM_MODEL']) {
      const message = `${name} is required with LLM_KIND=${LLM_KIND}.`
      assert.throws(() => readConfig({ LLM_KIND, ...whole, [name]: '' }), { message })
    }
  }
  assert.equal(readConfig({ LLM_KIND: 'anthropic', ...whole, LLM_URL: '' }).llmUrl, null)
  const message = 'LLM_URL is required with LLM_KIND=azure.'
  assert.throws(() => readConfig({ LLM_KIND: 'azure', ...whole, LLM_URL: '' }), { message })
})

test('the language of notes is a tag in its usual form; 1 to 32 requests may run at a time', () => {
  assert.deepEqual([readConfig({}).notesLanguage, readConfig({ NOTES_LANGUAGE: 'PT-br' }).notesLanguage], ['', 'pt-BR'])
  for (const LLM_CONCURRENCY of ['1', '32']) assert(readConfig({ LLM_CONCURRENCY }).llmConcurrency > 0)
  for (const LLM_CONCURRENCY of ['0', '33']) assert.throws(() => readConfig({ LLM_CONCURRENCY }))
})

test('a hosted transcription service needs all its settings; azure has no public address', () => {
  for (const STT_KIND of ['deepgram', 'assemblyai', 'gladia', 'azure']) {
    const STT_URL = 'https://stt.example.com'
    assert.equal(readConfig({ STT_KIND, STT_URL, STT_API_KEY: 'k' }).sttKind, STT_KIND)
    assert.throws(() => readConfig({ STT_KIND, STT_URL }), {
      message: `STT_API_KEY is required with STT_KIND=${STT_KIND}.`,
    })
  }
  assert.equal(readConfig({ STT_KIND: 'deepgram', STT_API_KEY: 'k' }).sttUrl, null)
  assert.throws(() => readConfig({ STT_KIND: 'azure', STT_API_KEY: 'k' }), {
    message: 'STT_URL is required with STT_KIND=azure.',
  })
})

test('a prefix of object keys ends with one slash, and never begins with one', () => {
  const prefix = (text: string) =>
    readConfig({ S3_BUCKET: 'abc', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's', S3_PREFIX: text }).s3Prefix
  assert.deepEqual([prefix(''), prefix('a'), prefix('a/'), prefix('a/b-1/c.d')], ['', 'a/', 'a/', 'a/b-1/c.d/'])
  for (const wrong of ['/', '/a', 'a//b', 'a//', '..', 'a/../b', 'a b', 'ä']) {
    assert.throws(() => prefix(wrong), /S3_PREFIX must be/, wrong)
  }
})

test('networks and servers are comma-separated lists, and each entry has one form', () => {
  const networks = (text: string) => readConfig({ WEBHOOK_ALLOWED_NETWORKS: text }).webhookAllowedNetworks
  assert.deepEqual(networks(''), [])
  assert.deepEqual(networks('10.1.0.0/16, ::1/128'), ['10.1.0.0/16', '::1/128'])
  for (const wrong of ['10.1/16', '10.1.0.0', '10.1.0.0/33', '10.1.0.0/', '::1/129', 'acme.com', '10.1.0.0/16,', ',']) {
    assert.throws(() => networks(wrong), /^ConfigError|WEBHOOK_ALLOWED_NETWORKS must be a comma list/, wrong)
  }
  const servers = (text: string) => readConfig({ WEBHOOK_DNS_SERVERS: text }).webhookDnsServers
  assert.deepEqual(servers('192.0.2.1:5353,[2001:db8::1]:53,192.0.2.2'), [
    '192.0.2.1:5353',
    '[2001:db8::1]:53',
    '192.0.2.2',
  ])
  for (const wrong of [
    '192.0.2.1:0',
    '192.0.2.1:65536',
    '192.0.2:53',
    '2001:db8::1:53',
    '[::g]:53',
    '1.1.1.1 8.8.8.8',
  ]) {
    assert.throws(() => servers(wrong), /WEBHOOK_DNS_SERVERS must be a comma list/, wrong)
  }
})

test('PUBLIC_URL is a host of its own, with a port or not, and never a path below one', () => {
  const read = (PUBLIC_URL: string) => readConfig({ PUBLIC_URL, BASE_DOMAIN: 'example.com' }).publicUrl
  for (const host of ['https://minutes.example.com', 'http://127.0.0.1:8080', 'https://{subdomain}.example.com'])
    for (const end of ['', '/', '//']) assert.equal(read(host + end), host)
  for (const wrong of ['/minutes', '/minutes/', '/?x', '#x', '?x'].map((end) => `https://example.com${end}`)) {
    assert.throws(() => read(wrong), {
      message:
        'PUBLIC_URL must end after host and port, such as https://minutes.example.com: the service needs a host of its own, and does not work below a path.',
    })
  }
  assert.throws(() => read('https://me:secret@example.com'), /PUBLIC_URL must end after host/)
})

test('a sign-in method needs all its settings; the issuer is unchanged, with its last slash', () => {
  const PUBLIC_URL = 'https://minutes.example.com'
  const mail = { SMTP_URL: 'smtps://me:secret@mail.example.com', MAIL_FROM: 'minutes@example.com', PUBLIC_URL }
  const OIDC_ISSUER = 'https://sso.example.com/application/o/minutes/'
  const oidc = { OIDC_ISSUER, OIDC_CLIENT_ID: 'minutes', OIDC_CLIENT_SECRET: 'secret', PUBLIC_URL }
  assert.equal(readConfig({ ...mail, ...oidc, OIDC_ONLY: 'true', OIDC_CREATE_PEOPLE: 'true' }).oidcIssuer, OIDC_ISSUER)
  for (const [whole, flags] of [
    [mail, {}],
    [oidc, {}],
    [oidc, { OIDC_ONLY: 'true' }],
    [oidc, { OIDC_GROUPS_CLAIM: 'groups' }],
  ] as const) {
    for (const name of Object.keys(whole)) {
      const message = new RegExp(`^${name} is required with [A-Z_]+\\.$`)
      const { [name]: _, ...rest } = whole as Record<string, string>
      assert.throws(() => readConfig({ ...rest, ...flags }), { message })
    }
  }
  const trusting = { ...oidc, OIDC_EMAIL_TRUST: 'issuer' }
  assert.equal(readConfig(trusting).oidcEmailTrust, 'issuer')
  for (const shared of ['https://accounts.google.com', 'https://login.microsoftonline.com/common/v2.0']) {
    assert.equal(readConfig({ ...oidc, OIDC_ISSUER: shared }).oidcEmailTrust, 'verified')
    const message = /^OIDC_EMAIL_TRUST must be verified with this OIDC_ISSUER: anybody can have an account there/
    assert.throws(() => readConfig({ ...trusting, OIDC_ISSUER: shared }), { message })
  }
  assert.throws(() => readConfig({ OIDC_EMAIL_TRUST: 'issuer' }), {
    message: 'OIDC_ISSUER is required with OIDC_EMAIL_TRUST.',
  })
  assert.deepEqual(
    ['', 'basic', 'post'].map((OIDC_CLIENT_AUTH) => readConfig({ ...oidc, OIDC_CLIENT_AUTH }).oidcClientAuth),
    [null, 'basic', 'post'],
  )
  for (const wrong of [{ OIDC_CLIENT_AUTH: 'jwt' }, { OIDC_EMAIL_TRUST: 'true' }]) {
    assert.throws(() => readConfig({ ...oidc, ...wrong }), /^ConfigError|must be/)
  }
  for (const name of ['OIDC_ONLY', 'OIDC_CREATE_PEOPLE']) {
    assert.throws(() => readConfig({ [name]: 'true' }), { message: `OIDC_ISSUER is required with ${name}.` })
    assert.equal(readConfig({ [name]: 'false' }).oidcOnly, false)
  }
})

test('WEBHOOK_PROXY is an http URL with a host, a port and a password; its errors do not quote the value', () => {
  const read = (value: string) => readConfig({ WEBHOOK_PROXY: value }).webhookProxy
  for (const right of ['http://proxy:3128', 'http://10.0.0.5', 'http://ops:p%40ss@[fd12::1]:3128/'])
    assert.equal(read(right), right)
  assert.equal(read(''), null)
  for (const wrong of [
    'https://ops:hush@proxy',
    'socks5://ops:hush@proxy',
    'http://ops:hush@proxy/path',
    'http://ops:hush@proxy?x',
  ]) {
    assert.throws(
      () => read(wrong),
      (error: Error) => error.message.startsWith('WEBHOOK_PROXY must be') && !error.message.includes('hush'),
    )
  }
  assert.throws(() => read('http://ops:%hush@proxy'), ConfigError)
})

test('limits of the transcription service: none, the smallest, the largest and one above', () => {
  for (const [name, min, max] of [
    ['STT_MAX_BYTES', 1_000_000, 10_000_000_000],
    ['STT_MAX_SECONDS', 60, 604_800],
  ] as const) {
    for (const value of [0, min, max]) assert.doesNotThrow(() => readConfig({ [name]: String(value) }))
    for (const value of [1, min - 1, max + 1]) assert.throws(() => readConfig({ [name]: String(value) }), ConfigError)
  }
})
