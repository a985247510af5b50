import Type from 'typebox'
import { Maybe, maxId, Nullable, OneOf } from '../../../platform/http/schema.ts'
import { maxRows } from './read-rows.ts'

export const csvExample = 'email,full_name,admin,active\ndee@acme.test,Dee Sato,false,true\nbo@acme.test,,,false\n'

export const PeopleTable = Type.Object(
  {
    users: Maybe(
      Type.Array(
        Type.Object({
          email: Type.String({
            format: 'email',
            maxLength: maxId,
            description: 'An address of the account, which identifies it.',
          }),
          new_email: Maybe(
            Type.String({
              format: 'email',
              maxLength: maxId,
              description: 'Their current address from now on; the account keeps the one before.',
            }),
          ),
          full_name: Maybe(Type.String({ minLength: 1, maxLength: 255, description: 'Required for a new account.' })),
          admin: Maybe(Type.Boolean({ description: 'Whether they are an admin; false by default for a new account.' })),
          active: Maybe(Type.Boolean({ description: 'false deactivates them; true by default for a new account.' })),
        }),
        { maxItems: maxRows, description: 'Each address once. An absent field stays as it is.' },
      ),
    ),
  },
  { examples: [{ users: [{ email: 'dee@acme.test', full_name: 'Dee Sato' }] }] },
)

/** Accepts no other parameter: with a misspelt `dry_run`, the import would write. */
export const ImportQuery = Type.Object(
  { dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Only reports what would change.' })) },
  { additionalProperties: false },
)

const Count = (description: string) => Type.Integer({ description })

export const PeopleImport = Type.Object(
  {
    dry_run: Type.Boolean({ description: 'Nothing was written.' }),
    created: Count('Accounts that were made.'),
    updated: Count('Accounts that were changed.'),
    unchanged: Count('Accounts that were as the table says already.'),
    users: Type.Array(
      Type.Object({
        row: Type.Integer({ description: 'The line of the CSV, or the index in `users`.' }),
        email: Type.String(),
        id: Nullable(Type.String({ description: 'The account; null for one that a dry run would make.' })),
        change: OneOf(['created', 'updated', 'unchanged']),
      }),
      { description: 'Row by row.' },
    ),
  },
  { $id: 'PeopleImport', description: 'What an import of people did, or would do.' },
)
