/** A third group, with another remote control in mind. */
import type { Course } from './course.ts'

export const games: Course = {
  series: { id: 'se_games', title: 'Games remote' },
  uid: 'games-remote@acme.test',
  language: 'en-GB',
  lateSeconds: 110,
  invited: ['zoe', 'tomas', 'chidi', 'amir'],
  cast: { 'Project Manager': 'zoe', 'Industrial Designer': 'tomas', Marketing: 'chidi', 'User Interface': 'amir' },
  meetings: [
    {
      source: 'ES2003a',
      id: 'games_1',
      title: 'Games remote: kick-off',
      start: '2026-10-07T13:00Z',
      goal: 'Who does what, and what the money allows.',
      guests: ['productList'],
      items: [
        {
          id: 'ai_games_market',
          text: 'See who sells remotes for gaming, and to whom',
          who: ['chidi'],
          due: '2026-10-14',
          is: 'Done',
          below: 1,
        },
        {
          id: 'ai_games_curve',
          text: 'Sketch a curve that fits the shape of the hand',
          who: ['amir'],
          due: '2026-10-14',
          is: 'Done',
          below: 2,
        },
      ],
    },
    {
      source: 'ES2003b',
      id: 'games_2',
      title: 'Games remote: requirements',
      start: '2026-10-14T13:00Z',
      goal: 'Few buttons, one screen, and a way to find it again.',
      items: [
        {
          id: 'ai_games_speaker',
          text: 'Find the price of a speaker and an LED',
          who: ['tomas'],
          due: '2026-10-21',
          is: 'Done',
          below: 3,
        },
        {
          id: 'ai_games_menu',
          text: 'Sketch the menu on the LCD screen',
          who: ['amir'],
          due: '2026-10-21',
          is: 'Done',
        },
        { id: 'ai_games_voice', text: 'Try voice recognition', who: ['tomas'], is: 'Archived', by: 'zoe' },
      ],
    },
    {
      source: 'ES2003c',
      id: 'games_3',
      title: 'Games remote: look and feel',
      start: '2026-10-21T13:00Z',
      goal: 'Settle on one style, so that the prototype can be built.',
      items: [
        {
          id: 'ai_games_prototype',
          text: 'Present a prototype at the next meeting',
          who: ['amir', 'tomas'],
          all: true,
          due: '2026-10-28',
          is: 'Done',
        },
        {
          id: 'ai_games_usb',
          text: 'Check what USB adds to the cost of the unit',
          who: ['tomas'],
          due: '2026-10-28',
          below: 1,
        },
        {
          id: 'ai_games_slogan',
          text: 'Find a place for the slogan near the joystick',
          who: ['chidi', 'amir'],
          due: '2026-11-24',
        },
      ],
    },
    {
      source: 'ES2003d',
      id: 'games_4',
      title: 'Games remote: the yellow banana',
      start: '2026-10-28T13:00Z',
      goal: 'See the prototype, balance the budget, judge the product.',
      items: [
        { id: 'ai_games_plastic', text: 'Redraw it with a single curved design', who: ['amir'], due: '2026-11-25' },
        {
          id: 'ai_games_leaflet',
          text: 'Take the location function out of the leaflet',
          who: ['chidi'],
          by: 'chidi',
          due: '2026-11-04',
          is: 'Done',
          below: 2,
        },
        { id: 'ai_games_final', text: 'Write up the final report', who: ['zoe'], due: '2026-11-30', below: 3 },
      ],
    },
  ],
}
