/** Devices to be reminded on, as openapi.json describes them (decision 65; extensions of the specification). */
import { failure } from '../../platform/http/failures.ts'
import { operation } from '../../platform/http/operation.ts'
import { DeviceId, DeviceRemoved, Devices, maxSubscriptions, NewDevice, OneDevice, tooManyDevices } from './schemas.ts'

const common = { tag: 'Reminders', extension: true } as const

const deviceExample = {
  id: 'ps_1',
  created_at: '2026-01-05T09:00:00.000Z',
  last_used_at: null,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
}

export const listDevices = operation({
  ...common,
  id: 'list_push_devices',
  summary: 'List the devices on which I am reminded',
  description:
    'By web push (RFC 8030): a rule with `record: remind` sends a reminder to each of them. None until the person adds one. With the public key that a browser needs to subscribe.',
  answer: Devices,
  example: {
    public_key: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    data: [deviceExample],
  },
})

export const addDevice = operation({
  ...common,
  id: 'add_push_device',
  summary: 'Be reminded on a device',
  description:
    'Takes the subscription as a browser gives it, and keeps it sealed; requests go only to public addresses. The same `endpoint` again changes its keys and `titles`. It ends with the session or the key that added it. A push service that answers 404 or 410 withdraws it. Only for the person themself (403 on behalf of others). Adds a row to the audit log.',
  status: 201,
  body: NewDevice,
  own: { 409: failure(`There are ${maxSubscriptions} already.`, tooManyDevices) },
  answer: OneDevice,
  example: { device: deviceExample },
})

export const withdrawDevice = operation({
  ...common,
  id: 'withdraw_push_device',
  summary: 'Withdraw a device',
  description: 'It is not reminded any more. Adds a row to the audit log.',
  params: DeviceId,
  answer: DeviceRemoved,
  example: { push_id: 'ps_1', deleted: true },
})
