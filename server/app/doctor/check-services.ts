/** What the settings name beside the database: mail, a bucket, the identity provider, services of models. */
import { Readable } from 'node:stream'
import { openTransport } from '../../people/mail/send-mail.ts'
import type { Config } from '../../platform/context/config.ts'
import { openMediaStore } from '../base.ts'
import { askAddress } from './ask-address.ts'
import { type Finding, reasonIn, right, unknown, wrong } from './finding.ts'

export async function* checkServices(config: Config): AsyncGenerator<Finding> {
  yield await checkMail(config)
  if (config.s3Bucket) yield await checkBucket(config)
  yield await checkProvider(config)
  for (const [setting, url] of modelsAt(config)) yield await checkModel(setting, url)
}

async function checkMail({ smtpUrl, mailFrom: from, publicUrl }: Config): Promise<Finding> {
  if (!smtpUrl || !publicUrl) return unknown('mail', 'SMTP_URL is not set: no mail is sent')
  const { host } = new URL(smtpUrl)
  const transport = await openTransport({ smtpUrl, from, publicUrl })
  try {
    await transport.verify()
    return right('mail', `${host} lets us in; whether it takes mail from ${from} shows with the first one`)
  } catch (error) {
    return wrong('mail', `${host} does not let us in: ${reasonIn(error)}`, 'Check SMTP_URL and the firewall')
  } finally {
    transport.close()
  }
}

/** Writes a few bytes, reads them and removes them. */
async function checkBucket(config: Config): Promise<Finding> {
  const part = 'bucket'
  try {
    const store = await openMediaStore(config)
    const file = await store.write(Readable.from([Buffer.from('minutebook doctor')]))
    const size = await store.size(file)
    await store.remove([file])
    if (size) return right(part, `${config.s3Bucket} takes, gives and removes a file`)
    return wrong(part, `${config.s3Bucket} took a file and does not have it`, 'Check S3_ENDPOINT and S3_PREFIX')
  } catch (error) {
    const reason = reasonIn((error as Error).cause ?? error)
    return wrong(
      part,
      `${config.s3Bucket} cannot be used: ${reason}`,
      'Check the settings S3_…, and the rights: docs/operate/media.md',
    )
  }
}

async function checkProvider({ oidcIssuer }: Config): Promise<Finding> {
  const part = 'sign-in'
  if (!oidcIssuer) return unknown(part, 'OIDC_ISSUER is not set: people sign in by mail, passkey or link')
  const url = new URL(`${String(oidcIssuer).replace(/\/$/, '')}/.well-known/openid-configuration`)
  try {
    const { status, text } = await askAddress(url)
    const { issuer } = status === 200 ? JSON.parse(text) : {}
    if (issuer === String(oidcIssuer)) return right(part, `${url.host} describes itself`)
    const says = issuer ? `${url.host} calls itself ${issuer}` : `${url.href} answers with status ${status}`
    return wrong(part, says, 'Set OIDC_ISSUER exactly as the provider writes it')
  } catch (error) {
    return wrong(
      part,
      `${url.host} does not answer: ${reasonIn(error)}`,
      'Check OIDC_ISSUER, the network and its certificate',
    )
  }
}

const modelsAt = ({ sttUrl, llmUrl, embeddingUrl }: Config) =>
  Object.entries({ STT_URL: sttUrl, LLM_URL: llmUrl, EMBEDDING_URL: embeddingUrl }).flatMap(([setting, url]) =>
    url ? [[setting, new URL(url)] as const] : [],
  )

/** Any answer will do: without its key, which is not sent here, most refuse. */
async function checkModel(setting: string, url: URL): Promise<Finding> {
  try {
    await askAddress(url)
    return right(setting, `${url.host} answers`)
  } catch (error) {
    return wrong(setting, `${url.host} does not answer: ${reasonIn(error)}`, `Start it, or correct ${setting}`)
  }
}
