/** People in bulk (decision 52 on people in bulk; extension of the specification). */
import { invalid } from '../../../platform/errors.ts'
import type { Api } from '../../../platform/http/api.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { Clock } from '../../../platform/time.ts'
import { requireSuperAdmin } from '../../caller/require-super-admin.ts'
import { importPeople } from './import-people.ts'
import * as operations from './operations.ts'
import { readCsv, readJsonRows } from './read-rows.ts'
import { csvExample } from './schemas.ts'

export function importPeopleRoutes(api: Api, { db, clock }: { db: Db; clock: Clock }) {
  api.post(
    '/api/v1/users/import',
    {
      config: {
        scope: 'admin',
        bodyRequired: true,
        maxBodyBytes: Infinity,
        maxValues: 50_000,
        otherBodies: { 'text/csv': { description: 'A table (RFC 4180) in UTF-8.', example: csvExample, minLength: 1 } },
      },
      schema: operations.importUsers,
    },
    async (request) => {
      // Before a large table is read.
      requireSuperAdmin(request.caller)
      const { otherBody, body, query } = request
      if (!otherBody && body.users == null) throw invalid('body.users', 'is required')
      const read = otherBody ? readCsv(otherBody) : readJsonRows(body.users!)
      const nameOf = otherBody
        ? (row: number, field: string) => `row ${row}, ${field}`
        : (row: number, field: string) => `body.users[${row}].${field}`
      const done = await importPeople(db, clock(), request, read, { dryRun: query.dry_run ?? false, nameOf })
      return { import: done }
    },
  )
}
