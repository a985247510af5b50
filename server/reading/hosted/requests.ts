/** Converts requests for the hosted original to requests of the contract. */
import type { FastifyRequest } from 'fastify'
import { invalid } from '../../platform/errors.ts'
import { type Difference, differenceOf } from './differences.ts'

type Fields = Record<string, unknown>
type RequestSchema = { format?: string; properties?: Record<string, RequestSchema>; items?: RequestSchema }

/** @throws {ApiError} 400 for a field under both of its names */
export function readHosted(request: FastifyRequest): void {
  const { schema, config } = request.routeOptions
  const renamed = differenceOf(request)?.renamed
  if (config.readsBody && request.rawBody) request.rawBody = readBytes(request.rawBody)
  if (Array.isArray(request.body) && request.body.length === 0) request.body = {}
  if (renamed) renameIn(request, renamed)
  if (schema?.body) addZones(request.body, schema.body)
  if (schema?.querystring) addZones(request.query, schema.querystring)
}

function renameIn(request: FastifyRequest, { in: where, from, to }: NonNullable<Difference['renamed']>): void {
  const body = request.body as { include?: unknown } | undefined
  const fields = { body, 'body.include': isObject(body) ? body.include : undefined, query: request.query }[where]
  if (!isObject(fields) || !Object.hasOwn(fields, from)) return
  if (Object.hasOwn(fields, to)) throw invalid(`${where}.${from}`, 'must be sent under one of its names only')
  fields[to] = fields[from]
  delete fields[from]
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const withoutZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?$/

/** Times without a zone are UTC; adds `Z` where the schema expects a time. */
function addZones(value: unknown, schema: RequestSchema): void {
  if (Array.isArray(value)) {
    if (schema.items?.properties) for (const each of value) addZones(each, schema.items)
    return
  }
  if (!isObject(value)) return
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (!Object.hasOwn(value, name)) continue
    const given = value[name]
    if (typeof given !== 'string') addZones(given, field)
    else if (field.format?.endsWith('date-time') && withoutZone.test(given)) value[name] = `${given}Z`
  }
}

/**
 * Converts the raw body of an upload, which its route parses in a thread because it may be large. Finds fields without
 * parsing: in JSON only a key is followed by an unescaped quote and a colon. Latin-1 keeps all other bytes unchanged.
 */
function readBytes(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1')
  if (/^\s*\[\s*\]\s*$/.test(text)) return Buffer.from('{}')
  const read = text
    .replace(/("language_code"\s*:\s*")([A-Za-z0-9_-]{1,255})"/g, (_, key, tag) => `${key}${languageTag(tag)}"`)
    .replace(/("started_at"\s*:\s*"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?)"/g, '$1Z"')
  return Buffer.from(read, 'latin1')
}

/** `en_us` becomes `en-US`, and `en_uk` `en-GB`. An invalid tag stays, and the contract rejects it. */
function languageTag(given: string): string {
  const tag = given.replaceAll('_', '-')
  if (tag.toLowerCase() === 'en-uk') return 'en-GB'
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? given
  } catch {
    return given
  }
}
