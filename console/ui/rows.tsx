/** A list of things with what they are, how they are, and what can be done with each. */
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './entries.module.css'

export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  )
}

type RowProps = {
  /** With a link or a button in it the whole row leads there. */
  title: ReactNode
  meta?: ReactNode
  /** Badges and actions. */
  children?: ReactNode
  isLink?: boolean
  /** Of something that is switched off. */
  isFaded?: boolean
}

export function Row({ title, meta, children, isLink, isFaded }: RowProps) {
  return (
    <li className={classes.row} data-link={isLink || undefined} data-faded={isFaded || undefined}>
      <div className={classes.text}>
        <div className={classes.title}>{title}</div>
        {meta && <div className={classes.meta}>{meta}</div>}
      </div>
      {children && <div className={classes.end}>{children}</div>}
    </li>
  )
}

/** @param label  names the thing, for those who hear the page */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label}>
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
