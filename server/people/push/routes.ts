/** The devices on which a person is reminded (decision 65). */
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { utc, utcOrNull } from '../../platform/time.ts'
import * as operations from './operations.ts'
import { readPushKeys } from './push-keys.ts'
import { addDevice, type Device, listDevices, withdrawDevice } from './subscriptions.ts'

const path = '/api/v1/me/push'

export function pushRoutes(api: Api, context: Pick<Context, 'db' | 'clock' | 'outbound' | 'secretKey'>) {
  const { db, clock } = context

  api.get(path, { config: { scope: 'read' }, schema: operations.listDevices }, async ({ caller }) => ({
    public_key: (await readPushKeys(context)).publicKey,
    data: (await listDevices(db, clock(), caller)).map(present),
  }))

  api.post(
    path,
    { config: { scope: 'write', bodyRequired: true }, schema: operations.addDevice },
    async (request, reply) => {
      const { endpoint, keys, titles } = request.body
      const device = await addDevice(context, request, { endpoint, keys, titles: titles ?? false })
      return reply.code(201).send({ device: present(device) })
    },
  )

  api.delete(`${path}/:push_id`, { config: { scope: 'write' }, schema: operations.withdrawDevice }, async (request) => {
    await withdrawDevice(db, clock(), request, request.params.push_id)
    return { push_id: request.params.push_id, deleted: true as const }
  })
}

const present = ({ created_at, last_used_at, ...device }: Device) => ({
  ...device,
  created_at: utc(created_at),
  last_used_at: utcOrNull(last_used_at),
})
