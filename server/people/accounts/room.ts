import { sql } from 'kysely'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Section } from '../privacy/person-export.ts'
import { channelRoutes, type DeliverTo } from './channel-routes.ts'
import { peopleRoutes } from './people-routes.ts'
import type { ReadUsage, SettingsOptions } from './settings.ts'

/** What other rooms do when a setting changes, and what they know of the workspace. */
type Others = Pick<SettingsOptions, 'forgetTranscripts' | 'forgetVoices'> & { readUsage: ReadUsage }

export const accountsRoom = {
  routes: (api: Api, context: Pick<Context, 'db' | 'clock' | 'settings'> & Others) =>
    peopleRoutes(api, {
      ...context,
      maxDeliveryDays: context.settings.deliveryRetentionDays,
      hasMail: context.settings.smtpUrl !== null,
      hasProvider: context.settings.oidcIssuer !== null,
    }),
}

const channels: Section = {
  name: 'channels',
  key: sql`own.id`,
  columns: sql`own.id, own.title, own.private`,
  from: ({ userId }) => sql`channels own join channel_members member on member.workspace_id = own.workspace_id
    and member.channel_id = own.id where member.user_id = ${userId}`,
}

export const channelsRoom = {
  routes: (api: Api, context: Pick<Context, 'db' | 'clock'> & { deliverTo: DeliverTo }) => channelRoutes(api, context),
  sections: [channels],
}
