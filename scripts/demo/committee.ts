/** The sittings of a parliament's committee. Its words are public, so its members keep their names; Chidi watches. */
import type { Course } from './course.ts'
import { memberName } from './transcript.ts'

export const committee: Course = {
  series: { id: 'se_committee', title: 'Committee watch' },
  uid: 'committee-watch@acme.test',
  language: 'en-CA',
  lateSeconds: 0,
  invited: ['chidi', 'zoe'],
  cast: memberName,
  meetings: [
    {
      source: 'covid_10',
      id: 'sitting_3',
      title: 'Special committee, meeting 3',
      start: null,
      uploaded: '2026-08-27T19:30Z',
      goal: 'Uploaded from the public record, for whoever follows assistance to small businesses.',
      items: [
        {
          id: 'ai_sitting_reopening',
          text: 'List the assistance for businesses that reopen',
          who: ['chidi'],
          due: '2026-09-04',
          is: 'Done',
          below: 2,
        },
        {
          id: 'ai_sitting_petitions',
          text: 'Read the petitions that were introduced',
          who: ['zoe', 'chidi'],
          due: '2026-11-27',
          below: 0,
        },
      ],
    },
    {
      source: 'covid_5',
      id: 'sitting_5',
      title: 'Special committee, meeting 5',
      start: '2026-09-10T15:00Z',
      goal: 'Listen for rent assistance and for the border.',
      items: [
        {
          id: 'ai_sitting_rent',
          text: 'Sum up rent assistance for landlords and tenants on one page',
          who: ['chidi'],
          due: '2026-09-17',
          is: 'Done',
          below: 3,
        },
      ],
    },
    {
      source: 'covid_7',
      id: 'sitting_13',
      title: 'Special committee, meeting 13',
      start: '2026-09-24T15:00Z',
      goal: 'Listen for the care of seniors.',
      items: [],
    },
    {
      source: 'covid_0',
      id: 'sitting_14',
      title: 'Special committee, meeting 14',
      start: '2026-10-08T15:00Z',
      goal: 'Listen for domestic production of protective equipment.',
      items: [
        {
          id: 'ai_sitting_ppe',
          text: 'Ask our suppliers about domestic production of protective equipment',
          who: ['zoe'],
          due: '2026-10-30',
          below: 2,
        },
      ],
    },
    {
      source: 'covid_1',
      id: 'sitting_15',
      title: 'Special committee, meeting 15',
      start: '2026-10-22T15:00Z',
      goal: 'Listen for questions to ministers about farmers.',
      items: [],
    },
    {
      source: 'covid_3',
      id: 'sitting_22',
      title: 'Special committee, meeting 22',
      start: '2026-11-05T15:00Z',
      goal: 'Listen for employment and work safety.',
      guests: ['kofi'],
      items: [
        {
          id: 'ai_sitting_safety',
          text: 'Compare our rules with what was said on work safety',
          who: ['kofi', 'chidi'],
          by: 'chidi',
          due: '2026-12-01',
          below: 7,
        },
      ],
    },
  ],
}
