/** Makes random changes through the API, or by a world, and in the model. */
import assert from 'node:assert/strict'
import { keyOf } from './askers.ts'
import { type Change, change, type Living, requestOf, sharingTo } from './sight-changes.ts'
import { type Import, importInto } from './sight-imports.ts'
import type { ModelWorkspace } from './sight-model.ts'
import type { World } from './world.ts'

/** Makes one change through the API and in the model. */
export async function makeChange(world: World, name: string, living: Living, each: Change, keys: Map<string, string>) {
  const { method, path, body, headers, byAdmin } = requestOf(each)
  const admin = keyOf(name, 'admin')
  const own = keys.get(each.actor) ?? keyOf(name, each.actor)
  const answer = await world.request(method, path, { key: byAdmin ? admin : own, body, headers })
  const made = answer.body?.user?.id ?? answer.body?.channel?.id ?? answer.body?.note?.id
  const status = change(living, each, () => made)
  assert.equal(answer.status, status, `${JSON.stringify(each)}: ${answer.text}`)
  if ('kind' in each) await compareSharing(world, living.model, each, own)
  if (each.action === 'take in' && status === 201) {
    const as = { headers: { 'x-on-behalf-of': made } }
    keys.set(made, (await world.post('/api/v1/api_key', admin, { name: 'own' }, as)).body.secret)
  }
  return status
}

/** Makes a change by a world, which takes it or would refuse it. */
export async function loadImport(world: World, name: string, { model }: Living, each: Import): Promise<number> {
  const written = importInto(model, each)
  if (written) await world.load({ id: `ws_${name}`, subdomain: name, name, ...written })
  return written ? 200 : 409
}

type AboutThing = Extract<Change, { kind: string }>

/** What they who did it are told of the thing afterwards. */
async function compareSharing(world: World, model: ModelWorkspace, each: AboutThing, key: string) {
  const answer = await world.get(`/api/v1/${each.kind}/${each.id}/sharing`, key)
  const expected = sharingTo(model, each.actor, each)
  if (typeof expected === 'number') return assert.equal(answer.status, expected, JSON.stringify(each))
  const { shares, publications } = answer.body
  const found = {
    shares: shares.map(({ user, ...rest }: { user: { id: string } }) => ({ user: user.id, ...rest })),
    publications: publications.map(({ channel, by }: { channel: { id: string }; by: string }) => {
      return { channel: channel.id, by }
    }),
  }
  assert.deepEqual(found, expected, JSON.stringify(each))
}
