/** `find_people`: accounts by name or address, for the arguments of other tools that name a person. */
import Type from 'typebox'
import { findNamed, wordsOfName } from '../../../people/accounts/people.ts'
import { invalid } from '../../../platform/errors.ts'
import { fenceShort } from '../results/fence.ts'
import { printList } from '../results/present.ts'
import { Arguments, Limit, Quoted } from '../results/shapes.ts'
import { defineTool, reading } from './tool.ts'

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
