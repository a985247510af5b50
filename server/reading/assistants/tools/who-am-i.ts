/** `who_am_i`: the person that the tools act as, and what they may do with this key. */
import Type from 'typebox'
import { hasScope } from '../../../people/caller/scopes.ts'
import { utc } from '../../../platform/time.ts'
import { fenceShort } from '../results/fence.ts'
import { Arguments, Quoted } from '../results/shapes.ts'
import { defineTool, reading } from './tool.ts'

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
