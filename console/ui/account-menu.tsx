/** The signed-in person, and signing out. */
import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { dataOf } from '@minutebook/client'
import { IconKeyboard, IconLogout, IconPlugConnected, IconShield, IconShieldOff, IconUser } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { client } from '../api/client.ts'
import { forgetActing } from '../api/on-behalf.ts'
import type { Session } from '../api/read-session.ts'
import { useElevation } from '../api/session.ts'
import { words } from '../words/words.ts'
import classes from './layout.module.css'

export function AccountMenu({ session, onKeys }: { session: Session; onKeys: () => void }) {
  const { user } = session
  const signOut = useSignOut()
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.account}>
          <Avatar name={user.full_name} color="pine" size={34} aria-hidden />
          <VisuallyHidden>{words.account.label}</VisuallyHidden>
          <span className={classes.accountName}>{user.full_name}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Text px="sm" pt="xs" fw={600} size="sm">
          {user.full_name}
        </Text>
        <Text px="sm" pb="xs" size="sm" c="dimmed" truncate>
          {user.email}
        </Text>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconUser size={16} stroke={1.6} />}
          renderRoot={(props) => <Link to="/account" search={{}} {...props} />}
        >
          {words.account.page}
        </Menu.Item>
        <RightsItem session={session} />
        <Menu.Item
          leftSection={<IconPlugConnected size={16} stroke={1.6} />}
          renderRoot={(props) => <Link to="/account/assistants" {...props} />}
        >
          {words.assistants.title}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.6} />} onClick={onKeys}>
          {words.account.keys}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={() => signOut.mutate()}>
          {words.account.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function RightsItem({ session: { may_elevate, super_admin } }: { session: Session }) {
  const elevation = useElevation()
  if (!may_elevate) return null
  const Icon = super_admin ? IconShieldOff : IconShield
  return (
    <Menu.Item leftSection={<Icon size={16} stroke={1.6} />} onClick={() => elevation.mutate(!super_admin)}>
      {super_admin ? words.rights.lower : words.rights.elevate}
    </Menu.Item>
  )
}

/** Clears the cache, so that nothing that was read stays in the tab. */
function useSignOut() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      const answer = await client.DELETE('/api/v1/session')
      // Already ended.
      if (answer.response.status !== 401) dataOf(answer)
    },
    onSuccess: async () => {
      forgetActing()
      await navigate({ to: '/sign-in', search: {} })
      queries.clear()
    },
  })
}
