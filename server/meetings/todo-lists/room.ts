import { sql } from 'kysely'
import { ownTable } from '../../people/privacy/person-export.ts'
import type { TextPlace } from '../../people/privacy/text-places.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { sealedColumn } from '../../platform/postgres/key-check.ts'
import type { ConnectDeps } from './accounts.ts'
import { todoRoutes } from './routes.ts'
import { syncListJob, wakeLists, wakeListsJob } from './schedule.ts'
import { syncList } from './sync-list.ts'

type Working = ConnectDeps & Pick<Context, 'log' | 'settings' | 'origin'>

const lists = ownTable(
  'todo_lists',
  'todo_accounts',
  sql`own.host, own.username, own.list, own.created_at, own.last_synced_at`,
  sql`own.user_id`,
)
const conflicts = ownTable(
  'todo_conflicts',
  'todo_conflicts',
  sql`own.id, own.item_id, own.at, own.kept, own.here, own.there`,
)

const texts: TextPlace[] = [
  { table: 'todo_accounts', key: ['user_id'], texts: ['username', 'list'] },
  { table: 'todo_conflicts', key: ['id'], texts: [], json: { here: 'jsonb', there: 'jsonb' } },
]

export const todoListsRoom = {
  // In a scope of its own: its answers are never stored.
  routes: (keyed: Api, context: ConnectDeps) => {
    keyed.register(async (api: Api) => todoRoutes(api, context))
  },
  jobs: (context: Working): JobDefinition[] => {
    const { db, jobs, clock, settings, origin } = context
    return [
      {
        name: syncListJob,
        concurrency: 4,
        patienceSeconds: 1_800,
        run: (job) =>
          syncList(
            { ...context, holdSeconds: settings.holdSeconds, publicUrl: origin.publicUrl ?? origin.address() },
            job,
          ),
      },
      {
        name: wakeListsJob,
        cron: '* * * * *',
        run: (job) => wakeLists(db, { jobs, now: clock() }, job?.isAgain === true),
      },
    ]
  },
  sealed: [sealedColumn('accounts of to-do lists', 'todo_accounts', 'account', 'user_id')],
  texts,
  sections: [lists, conflicts],
}
