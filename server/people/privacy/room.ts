import { sql } from 'kysely'
import type { Context } from '../../platform/context/context.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { daysBefore } from '../../platform/time.ts'
import { forgetAudit } from './forget-audit.ts'
import type { Section } from './person-export.ts'
import { workspaceTexts } from './text-places.ts'

const sections: Section[] = [
  {
    name: 'former_texts',
    key: sql`own.id`,
    rows: 20,
    columns: sql`own.id, own.at, own.by_user_id, own.kind, own.thing_id, own.note_id, own.what, own.former`,
    from: ({ userId }) => sql`former_texts own
      left join notes note on note.workspace_id = own.workspace_id and note.id = own.note_id
      left join recordings recording on recording.workspace_id = own.workspace_id and recording.id = own.recording_id
      where (own.by_user_id = ${userId} or own.kind = 'note' and note.created_by = ${userId}
        or recording.started_by = ${userId})`,
  },
  {
    name: 'audit_log',
    key: sql`own.id`,
    columns: sql`own.id, own.at, own.action, own.user_id, own.on_behalf_of, own.method, own.path, own.status, shown.address`,
    // Hides the addresses of an administrator who acted on their behalf, and of guests who opened their links.
    from: ({ userId }) => sql`audit_log own
      cross join lateral (select case
        when own.user_id = ${userId} and own.action not in ('outside_link.open', 'outside_link.refuse')
        then own.address else '' end as address) shown
      where (own.user_id = ${userId} or own.on_behalf_of = ${userId})`,
  },
]

export const privacyRoom = {
  jobs: ({ db, clock, log, settings }: Pick<Context, 'db' | 'clock' | 'log' | 'settings'>): JobDefinition[] => [
    {
      name: 'forget-audit',
      // Each run that removes something leaves a row: once a day is enough.
      cron: '17 4 * * *',
      run: async () => {
        if (settings.auditRetentionDays === 0) return
        const rows = await forgetAudit(db, clock(), { before: daysBefore(clock(), settings.auditRetentionDays) })
        log.info({ rows }, 'Audit rows past their retention were removed')
      },
    },
  ],
  texts: workspaceTexts,
  sections,
}
