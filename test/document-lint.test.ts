/** What a reader's tools would say of the published document. Spectral, five times as large, is asked by `npm run test:deep`. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { OpenApi } from '../server/platform/http/openapi-document.ts'
import { operationsOf } from './support/contract.ts'
import { exampleOf } from './support/example-calls.ts'

const path = (name: string) => new URL(`../${name}`, import.meta.url).pathname
const document: OpenApi = JSON.parse(await readFile(path('openapi.json'), 'utf8'))

test('Redocly reports no problem in openapi.json', async () => {
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' }
  const env = { PATH: process.env.PATH, ...quiet }
  const args = [path('node_modules/@redocly/cli/bin/cli.js'), 'lint', '--format=json', path('openapi.json')]
  const run = await promisify(execFile)(process.execPath, args, { env }).catch((error) => error)
  assert(run.stdout, run.stderr)
  const problems: { ruleId: string; location: { pointer: string }[] }[] = JSON.parse(run.stdout).problems
  // These send a browser elsewhere, and never answer otherwise.
  const redirects = ({ ruleId, location }: (typeof problems)[number]) =>
    ruleId === 'operation-2xx-response' && /~1(sign_in~1oidc|connect~1callback)/.test(location[0]?.pointer ?? '')
  // The path is decided (72). An id begins with `r_`, so it is never `tus`.
  const cancelled = ({ ruleId, location }: (typeof problems)[number]) =>
    ruleId === 'no-ambiguous-paths' &&
    /~1upload~1(tus~1\{recording_id\}|\{recording_id\}~1cancel)$/.test(location[0]?.pointer ?? '')
  assert.deepEqual(
    problems.filter((problem) => !redirects(problem) && !cancelled(problem)),
    [],
  )
})

test('every link leads to an operation and has all its path parameters, from where the example has them', () => {
  const targets = new Map(operationsOf(document).map(([name, { operationId }]) => [operationId, name]))
  const linked = new Set<string>()
  for (const [name, { responses }] of operationsOf(document)) {
    for (const response of Object.values(responses)) {
      for (const { operationId, parameters } of Object.values(response.links ?? {})) {
        const target = targets.get(operationId)
        assert(target, `${name} leads to ${operationId}`)
        const needed = [...target.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
        assert.deepEqual(Object.keys(parameters), needed, `${name} to ${target}`)
        for (const value of Object.values(parameters)) assert.match(found(value, name, response), /^[A-Za-z0-9_-]+$/)
        linked.add(target)
      }
    }
  }
  const named = ['get /api/v1/note/{note_id}', 'delete /api/v1/webhook/{webhook_id}', 'patch /api/v1/user/{user_id}']
  for (const target of [...named, 'get /api/v1/webhook/{webhook_id}/delivery/{hook_id}'])
    assert(linked.has(target), target)
})

/** What a link's expression finds in the request and the example of the answer. */
function found(expression: string, name: string, response: object): string {
  const own = /^\$request\.path\.(\w+)$/.exec(expression)?.[1]
  if (own) return name.includes(`{${own}}`) ? own : ''
  const steps = /^\$response\.body#\/(.+)$/.exec(expression)![1]!.split('/')
  return String(steps.reduce((value: unknown, step) => (value as Record<string, unknown>)?.[step], exampleOf(response)))
}
