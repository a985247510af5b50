/** The signed-in person, and signing out. */
import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import {
  IconKeyboard,
  IconLogout,
  IconPlugConnected,
  IconRoute,
  IconShield,
  IconShieldOff,
  IconUser,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Session } from '../api/read-session.ts'
import { useElevation, useSignOut } from '../api/session.ts'
import { words } from '../words/words.ts'
import classes from './layout.module.css'
import { isUnderWay, SignOutQuestion } from './sign-out-question.tsx'

export function AccountMenu({ session, onKeys }: { session: Session; onKeys: () => void }) {
  const { user } = session
  const signOut = useSignOut()
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      {isAsked && <SignOutQuestion signOut={signOut} onClose={() => setAsked(false)} />}
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
          <Menu.Item
            leftSection={<IconRoute size={16} stroke={1.6} />}
            renderRoot={(props) => <Link to="/rules" search={{}} {...props} />}
          >
            {words.rules.title}
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
          <Menu.Item
            leftSection={<IconLogout size={16} stroke={1.6} />}
            onClick={() => (isUnderWay() ? setAsked(true) : signOut.mutate())}
          >
            {words.account.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
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
