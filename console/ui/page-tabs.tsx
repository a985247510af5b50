/** Tabs of a page; the selected one is in the address. */
import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './page-tabs.module.css'

type Props<Name extends string> = {
  value: Name
  tabs: Record<Name, string>
  onChange: (value: Name) => void
  label: string
  children: ReactNode
}

export function PageTabs<Name extends string>({ value, tabs, onChange, label, children }: Props<Name>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[aria-selected=true][data-tab=${value}]`)
    if (tab) list.current?.scrollTo({ left: tab.offsetLeft - 24 })
  }, [value])
  return (
    <Tabs value={value} onChange={(next) => next && onChange(next as Name)} keepMounted={false}>
      <Tabs.List ref={list} aria-label={label} mb="lg" className={classes.list}>
        {(Object.entries(tabs) as [Name, string][]).map(([name, title]) => (
          <Tabs.Tab key={name} value={name} data-tab={name} className={classes.tab}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value}>{children}</Tabs.Panel>
    </Tabs>
  )
}
