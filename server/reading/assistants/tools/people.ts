/** The tools that tell who is who. */
import Type from 'typebox'
import { findNamed, wordsOfName } from '../../../people/accounts/people.ts'
import { hasScope } from '../../../people/caller/scopes.ts'
import { invalid } from '../../../platform/errors.ts'
import { utc } from '../../../platform/time.ts'
import { fenceShort } from '../results/fence.ts'
import { printList } from '../results/present.ts'
import { Arguments, Limit, Quoted } from '../results/shapes.ts'
import { defineTool, reading } from './tool.ts'

/** For the arguments of other tools that name a person. */
export const findPeople = defineTool({
  name: 'find_people',
  title: 'Find people',
  description:
    'People of the workspace by name or address, in any order and case, or a part of them. Other tools take the address. Guests without an account are not found.',
  scope: 'read',
  hints: reading,
  input: Arguments({
    name: Type.String({ minLength: 1, maxLength: 255, description: 'Words of a name, or an address.' }),
    limit: Limit(20, 10),
  }),
  output: Type.Object({
    people: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Quoted('Full name.'),
        email: Quoted('Address.'),
        active: Type.Boolean({ description: 'False for somebody who has left.' }),
      }),
    ),
    has_more: Type.Boolean({ description: 'Whether there are others of this name.' }),
  }),
  async run({ db, caller }, { name, limit = 10 }) {
    if (wordsOfName(name).length === 0) throw invalid('arguments.name', 'must not be blank')
    const found = await findNamed(db, caller, name, limit + 1)
    const people = found
      .slice(0, limit)
      .map(({ id, full_name, email, active }) => ({
        id,
        name: fenceShort(full_name),
        email: fenceShort(email),
        active,
      }))
    const lines = people.map(({ id, name, email, active }) => `- ${id} ${name} ${email}${active ? '' : ' (has left)'}`)
    const has_more = found.length > limit
    const more = has_more ? '\nThere are others: give more of the name.' : ''
    return { text: printList('people', lines, null) + more, data: { people, has_more } }
  },
})

/** The person that the tools act as, and what they may do with this key. */
export const whoAmI = defineTool({
  name: 'who_am_i',
  title: 'Who am I',
  description: 'The person that these tools act as, their workspace, whether they may write, and what time it is.',
  scope: 'read',
  hints: reading,
  input: Arguments({}),
  output: Type.Object({
    user: Type.Object({ id: Type.String(), name: Quoted('Full name.'), email: Quoted('Address.') }),
    workspace: Type.Object({ id: Type.String(), name: Quoted('What people call it.') }),
    may_write: Type.Boolean({ description: 'Whether tools that write are there.' }),
    reads_whole_workspace: Type.Boolean({ description: 'Whether it is a super admin key.' }),
    now: Type.String({ description: 'In UTC.' }),
  }),
  async run({ caller: { user, workspace, via, superAdmin }, clock }) {
    const data = {
      user: { id: user.id, name: fenceShort(user.full_name), email: fenceShort(user.email) },
      workspace: { id: workspace.id, name: fenceShort(workspace.name) },
      may_write: hasScope(via, 'write'),
      reads_whole_workspace: superAdmin,
      now: utc(clock()),
    }
    const may = data.may_write ? 'read and write' : 'only read'
    return { text: `${data.user.name} in ${data.workspace.name}; tools may ${may}. It is ${data.now}.`, data }
  },
})
