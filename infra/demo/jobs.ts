/** Work of the kind people ask for; `hours` at the usual rate. */
export type Job = { title: string; description: string; notes: string | null; hours: number }

const job = (title: string, hours: number, description: string, notes: string | null = null): Job => ({
  title,
  description,
  notes,
  hours,
})

export const jobs: readonly Job[] = [
  job('General Repairs', 1, 'Back door sticks and the bottom hinge is loose', 'Bring longer screws'),
  job('Painting & Finishing', 4, 'Two bedrooms, walls only, eggshell white', 'Paint is in the garage'),
  job('Installation Services', 2, 'Three ceiling fans, boxes are fan-rated'),
  job('Lawn Care & Irrigation', 1.5, 'Replace two sprinkler heads and set the timer'),
  job('Grounds Maintenance', 3, 'Clear the gutters and cut back the hedge', 'Dog in the yard'),
  job('General Repairs', 2, 'Drywall patch in the hallway, about a foot across'),
  job('Installation Services', 1.5, 'Mount a television over the fireplace, hide the cables'),
  job('Automotive & Machinery', 1, 'Mower will not start, blade needs sharpening'),
  job('General Repairs', 1, 'Kitchen faucet drips, shutoff under the sink is stiff'),
  job('Painting & Finishing', 6, 'Front porch: scrape, prime and two coats', 'Lead test before scraping'),
  job('Installation Services', 3, 'Closet shelving in two rooms'),
  job('Grounds Maintenance', 2, 'Reset three leaning fence posts'),
]
