/** The ways in which people get an account, behind one button. */
import { Button, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { later } from '../../ui/later.tsx'
import { adminWords } from '../../words/admin/words.ts'
import { InviteOne } from './invite-one.tsx'

const { people: said, importing } = adminWords
const InviteMany = later(async () => (await import('./invite-many.tsx')).InviteMany, null)
const ImportPeople = later(async () => (await import('./import-people.tsx')).ImportPeople, null)

const ways = [
  { way: 'one', label: said.inviteOne, hint: said.inviteOneHint },
  { way: 'many', label: said.inviteMany, hint: said.inviteManyHint },
  { way: 'table', label: importing.open, hint: importing.hintOfWay },
] as const

export function AddPeople() {
  const [isOne, one] = useDisclosure(false)
  const [list, setList] = useState<'many' | 'table' | null>(null)
  const close = () => setList(null)
  return (
    <>
      <Menu position="bottom-end" width={300} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button rightSection={<IconChevronDown size={16} />}>{said.add}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {ways.map(({ way, label, hint }) => (
            <Menu.Item key={way} onClick={() => (way === 'one' ? one.open() : setList(way))}>
              {label}
              <Text size="xs">{hint}</Text>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <InviteOne isOpen={isOne} onClose={one.close} />
      {list === 'many' && <InviteMany onClose={close} />}
      {list === 'table' && <ImportPeople onClose={close} />}
    </>
  )
}
