/** The members of a channel, who can add and remove members. */
import { ActionIcon, Avatar, Button, Group, Stack, Text } from '@mantine/core'
import type { components } from '@minutebook/client'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useAddMember, useRemoveMember } from '../../api/channels.ts'
import { Mark } from '../../ui/mark.tsx'
import { PersonField } from '../../ui/people-field.tsx'
import rows from '../../ui/rows.module.css'
import { words } from '../../words/words.ts'
import classes from './members.module.css'

const { channels: said } = words

type User = components['schemas']['User']
type Props = { channelId: string; members: User[]; isMember: boolean; userId: string }

export function Members({ channelId, members, isMember, userId }: Props) {
  const remove = useRemoveMember(channelId)
  return (
    <Stack gap="lg">
      {isMember && <Add channelId={channelId} members={members} />}
      <ul className={rows.list}>
        {members.map(({ id, full_name, email, active }) => (
          <li key={id} className={classes.row}>
            <Avatar name={full_name} color="pine" size={34} aria-hidden />
            <span className={rows.what}>
              <Text fw={550}>{full_name}</Text>
              <span className={rows.who}>{email}</span>
            </span>
            {!active && <Mark tone="quiet">{said.deactivated}</Mark>}
            {isMember && id !== userId && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={said.takeOut(full_name)}
                loading={remove.isPending && remove.variables === id}
                onClick={() => remove.mutate(id)}
              >
                <IconX size={18} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function Add({ channelId, members }: { channelId: string; members: User[] }) {
  const add = useAddMember(channelId)
  const [person, setPerson] = useState<string | null>(null)
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <PersonField label={said.add} without={members.map(({ id }) => id)} value={person} onChange={setPerson} />
      <Button
        variant="light"
        disabled={!person}
        loading={add.isPending}
        onClick={() => person && add.mutate(person, { onSuccess: () => setPerson(null) })}
      >
        {said.takeIn}
      </Button>
    </Group>
  )
}
