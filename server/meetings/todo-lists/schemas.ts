/** To-do lists, as requests and answers hold them (decision 68). */
import Type from 'typebox'
import { Maybe, maxAddress, Nullable, OneOf, Time } from '../../platform/http/schema.ts'

const kind = OneOf(['caldav'], { description: 'How the list is reached.' })

export const ConnectTodo = Type.Object(
  {
    kind,
    url: Type.String({
      minLength: 1,
      maxLength: maxAddress,
      description: 'An HTTPS address: of the server, of the domain that names it, or the one that it shows for CalDAV.',
    }),
    username: Type.String({ minLength: 1, maxLength: 320 }),
    password: Type.String({
      minLength: 1,
      maxLength: 1_024,
      description: 'One for programs, where the provider has such (app password). It is stored sealed.',
    }),
    list: Maybe(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'The name of the list, whatever its case; by default the first one that holds things to do.',
      }),
    ),
  },
  {
    examples: [
      { kind: 'caldav', url: 'https://cloud.example.com', username: 'ada', password: 'Zx81-Rt5k-Ln0w', list: 'Work' },
    ],
  },
)

const Said = Type.Object({
  text: Type.String({ description: 'In one line, at most 1,000 characters.' }),
  due_date: Nullable(Type.String({ format: 'date' })),
  done: Type.Boolean(),
})

const Conflict = Type.Object(
  {
    item_id: Type.String(),
    at: Time('When both changes were found.'),
    kept: OneOf(['here', 'there'], { description: 'Which one counts: that of the service, or that of the list.' }),
    here: Said,
    there: Nullable(Said),
  },
  {
    description:
      'An item that was changed on both sides, and what each said; `there` is null if the list had deleted it.',
  },
)

const Todo = Type.Object(
  {
    kind,
    host: Type.String({ description: 'Where it is. Its full address and the password are secrets and not shown.' }),
    username: Type.String(),
    list: Type.String({ description: 'The name of the list.' }),
    items: Type.Integer({ description: 'Items of the person that are in it.' }),
    created_at: Time('When it was connected.'),
    last_synced_at: Nullable(Time('When it was last compared without an error.')),
    next_sync_at: Time('When it is compared next, if its person is active.'),
    last_problem: Nullable(Type.String({ description: 'What went wrong, in a sentence; null if nothing did.' })),
    conflicts: Type.Array(Conflict, { description: 'The last 20, the newest first.' }),
  },
  { $id: 'TodoList', description: 'A list outside that has the items of its person.' },
)

export const OneTodo = Type.Object({ todo: Todo })
export const MaybeTodo = Type.Object({ todo: Nullable(Todo) })
export const TodoRemoved = Type.Object({ deleted: Type.Literal(true) })
