export type DemoLead = {
  /** Hours before the demonstration begins. */
  hoursAgo: number
  firstName: string
  lastName: string
  phone: string
  serviceNeeded: string | null
  projectDescription: string | null
  source: string
}

const lead = (
  hoursAgo: number,
  name: string,
  phone: string,
  serviceNeeded: string | null,
  source: string,
  projectDescription: string | null,
): DemoLead => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { hoursAgo, firstName, lastName, phone, serviceNeeded, source, projectDescription }
}

/** People who asked for an estimate in the last weeks; every name and number is made up. */
export const demoLeads: readonly DemoLead[] = [
  lead(
    1.5,
    'Priya Raman',
    '(919) 555-0118',
    'painting',
    'website',
    'Two bedrooms and the hallway, about 900 square feet. Walls only, ceilings are fine. We would like it done before the holidays.',
  ),
  lead(
    4,
    'Walter Jennings',
    '(919) 555-0171',
    'general-repair',
    'website',
    'The back door sticks when it rains and the bottom hinge has pulled out of the frame.',
  ),
  lead(
    9,
    'Denise Okafor',
    '(984) 555-0133',
    'installation',
    'referral',
    'Three ceiling fans to replace existing lights. Fans are here, boxes are fan-rated.',
  ),
  lead(
    27,
    'Tom Brannigan',
    '(919) 555-0109',
    'plumbing',
    'website',
    'Kitchen faucet drips and the shutoff under the sink will not close all the way.',
  ),
  lead(
    33,
    'Lucia Ferreira',
    '(984) 555-0162',
    'other',
    'social',
    'Riding mower will not start after sitting all summer. Can you come to us?',
  ),
  lead(
    52,
    'Greg Halvorsen',
    '(919) 555-0187',
    'electrical',
    'website',
    'Outlet on the porch is dead, GFCI in the garage keeps tripping.',
  ),
  lead(
    75,
    'Mei Tanaka',
    '(984) 555-0126',
    'painting',
    'referral',
    'Front porch railing and steps, the old paint is peeling. Could be lead paint, the house is from 1961.',
  ),
  lead(
    101,
    'Curtis Whitfield',
    '(919) 555-0154',
    'general-repair',
    'phone',
    'A gate that no longer latches and two loose fence panels along the alley.',
  ),
  lead(
    148,
    'Hannah Schulz',
    '(984) 555-0195',
    'installation',
    'website',
    'Floating shelves in the living room, seven of them, plaster walls.',
  ),
  lead(196, 'Andre Baptiste', '(919) 555-0142', null, 'website', null),
  lead(
    243,
    'Ruth Kowalski',
    '(919) 555-0103',
    'general-repair',
    'direct',
    'Grab bars in two bathrooms for my mother. Please call before you come.',
  ),
  lead(
    318,
    'Omar Haddad',
    '(984) 555-0178',
    'plumbing',
    'website',
    'Toilet in the guest bath runs every twenty minutes or so.',
  ),
  lead(
    411,
    'Jodie Parrish',
    '(919) 555-0165',
    'painting',
    'social',
    'Garage door trim and the shutters on the street side.',
  ),
  lead(
    530,
    'Samuel Odom',
    '(984) 555-0111',
    'other',
    'referral',
    'Sprinkler zone 3 does not come on any more. Controller shows no error.',
  ),
]
