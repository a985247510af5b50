/** Links to all main pages. */
import { NavLink } from '@mantine/core'
import type { components } from '@minutebook/client'
import {
  IconCalendarEvent,
  IconCalendarPlus,
  IconChecklist,
  IconCode,
  IconGavel,
  IconHash,
  IconHome,
  IconPlayerPlay,
  IconShield,
  IconUpload,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { words } from '../words/words.ts'
import classes from './layout.module.css'

type Session = components['schemas']['Session']

type Place = {
  to: string
  label: string
  icon: TablerIcon
  /** Prefixes of other paths that belong to it. */
  holds?: string[]
  /** Who sees the link; everybody by default. */
  isFor?: (session: Session) => boolean
}

const { nav } = words

const places: Place[] = [
  { to: '/', label: nav.home, icon: IconHome },
  { to: '/notes', label: nav.meetings, icon: IconCalendarEvent, holds: ['/note/'] },
  { to: '/recordings', label: nav.recordings, icon: IconPlayerPlay, holds: ['/recap/'] },
  { to: '/items', label: nav.items, icon: IconChecklist },
  { to: '/decisions', label: nav.decisions, icon: IconGavel },
  { to: '/channels', label: nav.channels, icon: IconHash, holds: ['/channel/'] },
  { to: '/uploads', label: nav.uploads, icon: IconUpload, holds: ['/import'] },
  { to: '/calendar', label: nav.calendar, icon: IconCalendarPlus },
  { to: '/admin', label: nav.admin, icon: IconShield, isFor: ({ may_elevate }) => may_elevate },
  { to: '/developer', label: nav.developer, icon: IconCode, holds: ['/developer/'] },
]

/** The pages that this person has. */
export const placesOf = (session: Session): Place[] => places.filter(({ isFor }) => !isFor || isFor(session))

export function Navigation({ session }: { session: Session }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <>
      {placesOf(session).map(({ to, label, icon: Icon, holds = [] }) => {
        const isHere = path === to || holds.some((beginning) => path.startsWith(beginning))
        return (
          <NavLink
            key={to}
            renderRoot={(props) => <Link to={to} search={{}} {...props} />}
            label={label}
            leftSection={<Icon size={18} stroke={1.6} />}
            active={isHere}
            aria-current={isHere ? 'page' : undefined}
            className={classes.navLink}
          />
        )
      })}
    </>
  )
}
