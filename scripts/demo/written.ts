/**
 * Notes that no meeting of the data set stands behind: meetings to come, one-to-ones, notes without an event. Their
 * agendas are written by hand in native markup; what a line cannot say about an action item stands in `items`.
 */
import type { Invited, Person } from './people.ts'

export type Written = {
  id: string
  title: string
  uid?: string
  series?: string
  /** Start and end of the event; without, the note has none. */
  when?: [start: string, end: string]
  /** When the series had it, before it was moved. */
  original?: string
  /** Since when it is called off. What has an agenda stays. */
  cancelled?: string
  allDay?: boolean
  /** The first one organizes and made the note. */
  invited: [Person, ...Invited[]]
  created: string
  updated: string
  agenda: string
}

export const written: Written[] = [
  {
    id: 'all_hands',
    title: 'All hands',
    uid: 'all-hands@acme.test',
    when: ['2026-11-19T15:00Z', '2026-11-19T16:00Z'],
    invited: ['ada', 'everyone', 'zoe', 'helena', 'bo', 'chidi'],
    created: '2026-11-12T08:20Z',
    updated: '2026-11-19T16:10Z',
    agenda: String.raw`::agenda{version=1}

# All hands
Everyone is welcome; the list *everyone* is invited, so not every name is below.
## Where we stand
::talking-point[Remote control: from Play-Doh to a price]{#tp_hands_remote}
  - Ada shows the final design
    - the price without the LCD panel
    - what we gave up, and why: kinetic power,\
    rubber, coloured buttons
  ::action-item[Bring both prototypes]{#ai_hands_prototypes assignees="u_bo u_zoe" due=2026-11-19 status=Done completion=all}
    ::action-item[Charge the camera]{#ai_hands_camera assignees="u_bo" status=Done}
::talking-point[Belief-net: thirty subjects and counting]{#tp_hands_belief}
  - Helena shows [the decision nodes](https://wiki.acme.test/belief-net)
### Questions from the box
- Do we keep the yellow?
- When does *Fashion in electronics* get a budget?
  - 12.50 Euro a piece is the cap
## To do
::action-item[Answer every question from the box in writing]{#ai_hands_answers assignees="u_ada u_zoe u_helena" due=2026-11-27 completion=all}
::action-item[Book a bigger room]{#ai_hands_room status=Archived}`,
  },
  {
    id: 'remote_review',
    title: 'Remote control: launch review',
    uid: 'remote-design@acme.test',
    series: 'se_remote',
    when: ['2026-11-24T09:00Z', '2026-11-24T10:00Z'],
    original: '2026-11-23T09:00Z',
    invited: ['ada', 'bo', 'priya', 'mei', 'marta'],
    created: '2026-11-17T09:40Z',
    updated: '2026-11-18T11:05Z',
    agenda: `::agenda{version=1}

# Remote control: launch review
One question: do we launch in spring?
::talking-point[Plastworks: tooling and lead time]{#tp_review_tooling}
  - Marta brings samples
::talking-point[Price and margin]{#tp_review_price}
  ::action-item[Send the cost sheet to everybody beforehand]{#ai_review_sheet assignees="u_ada" due=2026-11-23}
::talking-point[Go or no go]{#tp_review_go}`,
  },
  {
    id: 'belief_trial',
    title: 'Belief-net: trial run',
    uid: 'belief-net@acme.test',
    series: 'se_belief',
    when: ['2026-11-24T14:00Z', '2026-11-24T15:30Z'],
    cancelled: '2026-11-18T12:40Z',
    invited: ['helena', 'jonas', 'amir', 'kofi', 'lucia'],
    created: '2026-11-10T16:00Z',
    updated: '2026-11-18T12:45Z',
    agenda: `::agenda{version=1}

# Belief-net: trial run
Called off: the wizard has a cold. We go through it at the next meeting.
- two subjects, one hour each
::action-item[Tell both subjects]{#ai_trial_subjects assignees="u_lucia" due=2026-11-20 status=Done}
::action-item[Find a second wizard]{#ai_trial_wizard due=2026-12-01}`,
  },
  {
    id: 'belief_winter',
    title: 'Belief-net: plan for the winter',
    uid: 'belief-net@acme.test',
    series: 'se_belief',
    when: ['2026-12-01T14:00Z', '2026-12-01T15:30Z'],
    invited: ['helena', 'jonas', 'amir', 'kofi', 'lucia', 'ines'],
    created: '2026-11-18T13:00Z',
    updated: '2026-11-18T13:00Z',
    agenda: `::agenda{version=1}

# Belief-net: plan for the winter
- Who is here when?
- What do we show in January?
::action-item[Read the construction notes before the meeting]{#ai_winter_read assignees="u_amir u_kofi" due=2026-11-30 completion=all}`,
  },
  {
    id: 'offsite',
    title: 'Design offsite in Lyon',
    uid: 'offsite-2026@acme.test',
    when: ['2026-11-26T00:00Z', '2026-11-28T00:00Z'],
    allDay: true,
    invited: ['ada', 'productList', 'bo', 'priya', 'mei', 'zoe'],
    created: '2026-10-30T10:00Z',
    updated: '2026-11-16T17:25Z',
    agenda: `::agenda{version=1}

# Design offsite in Lyon
## Thursday
- 10:00 Tram to the museum of miniatures
- 14:00 Workshop: one hand, no look
## Friday
- Free until noon
::action-item[Book the train]{#ai_offsite_train assignees="u_priya" due=2026-11-20 status=Done}
::action-item[Tell Priya what you do not eat]{#ai_offsite_food assignees="u_ada u_bo u_mei u_zoe" due=2026-11-23 completion=all}`,
  },
  {
    id: 'sitting_23',
    title: 'Special committee, meeting 23',
    uid: 'committee-watch@acme.test',
    series: 'se_committee',
    when: ['2026-12-03T15:00Z', '2026-12-03T17:00Z'],
    invited: ['chidi', 'zoe'],
    created: '2026-11-19T08:15Z',
    updated: '2026-11-19T08:15Z',
    agenda: '',
  },
  {
    id: 'helena_jonas',
    title: 'Helena / Jonas',
    uid: 'helena-jonas@acme.test',
    when: ['2026-11-13T08:30Z', '2026-11-13T09:00Z'],
    invited: ['helena', 'jonas'],
    created: '2026-11-06T09:02Z',
    updated: '2026-11-13T09:04Z',
    agenda: `::agenda{version=1}

# Helena / Jonas
Between the two of us.
::talking-point[The permanent position]{#tp_helena_jonas_position}
  ::action-item[Write the case for a permanent position]{#ai_helena_jonas_case assignees="u_helena" due=2026-12-01}
::talking-point[Holidays]{#tp_helena_jonas_holidays}`,
  },
  {
    id: 'ada_bo',
    title: 'Ada / Bo',
    uid: 'ada-bo@acme.test',
    when: ['2026-11-17T10:30Z', '2026-11-17T11:00Z'],
    invited: ['ada', 'bo'],
    created: '2026-11-10T10:31Z',
    updated: '2026-11-17T11:01Z',
    agenda: `::agenda{version=1}

# Ada / Bo
- What went well
- What did not
  - too many meetings
::action-item[Propose two weeks without meetings]{#ai_ada_bo_quiet assignees="u_bo" due=2026-11-27}`,
  },
  {
    id: 'docking',
    title: 'A docking station, first sketch',
    invited: ['bo'],
    created: '2026-10-20T18:40Z',
    updated: '2026-11-09T07:55Z',
    agenda: `::agenda{version=1}

# A docking station
A remote that stands in its base is never lost. Mei, please write into it.
- rests on two contacts
- [x] fits the curve
::action-item[Measure how many hours a charge lasts]{#ai_docking_hours assignees="u_bo u_mei" due=2026-11-30}`,
  },
  {
    id: 'reading',
    title: 'Reading list',
    invited: ['kofi'],
    created: '2026-09-30T20:05Z',
    updated: '2026-11-15T19:30Z',
    agenda: `::agenda{version=1}

# Reading list
- *The Design of Everyday Things*
- Schemas, again
::action-item[Return the library books]{#ai_reading_return assignees="u_kofi" due=2026-11-25}`,
  },
]
