/** The import of people, as openapi.json describes it (decision 52; extension of the specification). */
import Type from 'typebox'
import { operation } from '../../../platform/http/operation.ts'
import { ImportQuery, PeopleImport, PeopleTable } from './schemas.ts'

export const importUsers = operation({
  id: 'import_users',
  tag: 'People',
  summary: 'Import people',
  description:
    'From JSON, or from CSV whose first row names the columns `email`, `new_email`, `full_name`, `admin`, `active`. Accounts are identified by ' +
    'any of their addresses; people who are absent are not changed. All or nothing: every error names its row and column. With `dry_run` ' +
    'nothing is written. One active admin must be left (409). Super admin keys only.',
  extension: true,
  querystring: ImportQuery,
  body: PeopleTable,
  failures: [409],
  answer: Type.Object({ import: PeopleImport }),
  example: {
    import: {
      dry_run: false,
      created: 1,
      updated: 0,
      unchanged: 0,
      users: [{ row: 2, email: 'dee@acme.test', id: 'u_dee', change: 'created' }],
    },
  },
})
