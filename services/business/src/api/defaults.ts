import type { Week } from '@plumbline/platform/week'
import type { EstimateOption, PaymentMethod, Service, ServiceIcon } from './settings.ts'

// what holds while nothing is set

/** Said of the business that is invented, and true of no other. */
export const claims = ['tagline', 'area', 'founded', 'rating', 'customers'] as const

const service = (
  id: number,
  icon: ServiceIcon,
  title: string,
  blurb: string,
  bullets: string[],
): Service => ({
  id,
  title,
  blurb,
  bullets,
  icon,
  durationMinutes: 60,
  hourlyRate: null,
  onLandingPage: true,
  taxable: true,
})

export const defaultServices: readonly Service[] = [
  service(
    1,
    'hammer',
    'General Repairs',
    'The small faults that wear a house down, put right before they grow.',
    [
      'Drywall patches and trim',
      'Doors, locks and hinges',
      'Decks, fences and railings',
      'Gutters and weather seals',
    ],
  ),
  service(
    2,
    'brush',
    'Painting & Finishing',
    'Proper preparation, clean edges and even coats, inside and out.',
    ['Walls, ceilings and trim', 'Siding and porches', 'Cabinets and doors', 'Staining and sealing'],
  ),
  service(
    3,
    'drill',
    'Installation Services',
    'New fixtures and fittings, mounted level and fixed to something solid.',
    [
      'Lights and ceiling fans',
      'Faucets and appliances',
      'Shelves, blinds and TV mounts',
      'Furniture assembly',
    ],
  ),
  service(4, 'wrench', 'Automotive & Machinery', 'Upkeep for the engines and equipment you rely on.', [
    'Oil, filters and fluids',
    'Brakes and batteries',
    'Mowers and small engines',
    'Generators and power tools',
  ]),
  service(
    5,
    'sprinkler',
    'Lawn Care & Irrigation',
    'Even grass, and water that goes only where it is needed.',
    ['Mowing and edging', 'Seeding and feeding', 'Sprinkler repair', 'Drip lines and timers'],
  ),
  service(
    6,
    'rake',
    'Grounds Maintenance',
    'The rest of the property, kept in order from season to season.',
    ['Leaf and debris removal', 'Hedges and shrubs', 'Beds, mulch and gravel', 'Pressure washing'],
  ),
]

/** A converted lead is for the service of its option. */
export const defaultEstimateOptions: readonly EstimateOption[] = [
  { value: 'general-repair', label: 'General Repairs', serviceId: 1 },
  { value: 'painting', label: 'Painting & Finishing', serviceId: 2 },
  { value: 'installation', label: 'Installation Services', serviceId: 3 },
  { value: 'plumbing', label: 'Plumbing', serviceId: 1 },
  { value: 'electrical', label: 'Electrical', serviceId: 1 },
  { value: 'other', label: 'Other', serviceId: 1 },
]

export const defaultRates = {
  hourlyRate: '75.00',
  minimumMinutes: 60,
  stepMinutes: 30,
  stepPrice: '37.50',
} as const

export const defaultTerms =
  'Payment is due in full on completion. Non-payment may lead to a property lien under state law.'
/** When messages that are not urgent go out. */
export const defaultMessageHours = { quietUntil: '08:00', quietFrom: '21:00', remindAt: '09:00' } as const

/** What the public page begins with; a space that does not break keeps the last words together. */
export const defaultHeadline = 'Solid repairs, plain\u00a0prices.'
export const defaultTrade = 'handyman services'

export const defaultQuoteRules = {
  signature: 'optional',
  approvalNeedsDeposit: false,
  maxDepositPercent: null,
  maxDepositAmount: null,
} as const

export const defaultMethods: readonly PaymentMethod[] = ['cash', 'zelle', 'cashapp', 'venmo', 'credit_card']

const day = { opens: '08:00', closes: '18:00' }
export const defaultWeek: Readonly<Week> = {
  sunday: null,
  monday: day,
  tuesday: day,
  wednesday: day,
  thursday: day,
  friday: day,
  saturday: null,
}
