/** Someone in the directory, as its API shows them. */
export interface Person {
  readonly id: number;
  readonly login: string;
  readonly name: { readonly given: string; readonly family: string };
  readonly contact: {
    readonly email: string;
    readonly phones: readonly { readonly kind: string; readonly number: string }[];
  };
  readonly employment: { readonly title: string; readonly hired: string; readonly active: boolean };
}

/** A team and the people in it. */
export interface Team {
  readonly id: string;
  readonly name: string;
  readonly members: readonly number[];
}

const given = ['Ada', 'Ben', 'Cleo', 'Dara', 'Eli', 'Fay', 'Gus', 'Hana', 'Ivo', 'June', 'Kai', 'Lena'];
const family = ['Archer', 'Brook', 'Carver', 'Dale', 'Elm', 'Frost', 'Grove'];
const titles = ['Engineer', 'Analyst', 'Designer', 'Manager', 'Writer'];

/** Number of people that a directory begins with. */
const count = 57;
const firstId = 101;

/** The people that a directory begins with: always the same. */
export function firstPeople(): readonly Person[] {
  return Array.from({ length: count }, (_, index): Person => {
    const [first, last] = [pick(given, index), pick(family, index)];
    const login = `${first}.${last}${index < given.length * family.length ? '' : index}`.toLowerCase();
    const phones = [{ kind: 'work', number: `+44 20 7946 0${String(100 + index)}` }];
    return {
      id: firstId + index,
      login,
      name: { given: first, family: last },
      contact: {
        email: `${login}@example.com`,
        phones:
          index % 3 === 0
            ? [...phones, { kind: 'mobile', number: `+44 7700 900${String(100 + index)}` }]
            : phones,
      },
      employment: {
        title: pick(titles, index),
        hired: `20${String(10 + (index % 15))}-${String(1 + (index % 12)).padStart(2, '0')}-15T09:00:00Z`,
        active: index % 9 !== 8,
      },
    };
  });
}

/** The teams that a directory begins with. */
export function firstTeams(): readonly Team[] {
  const names = ['Platform', 'Payments', 'Support', 'Research'];
  return names.map((name, teamIndex) => ({
    id: name.toLowerCase(),
    name,
    members: Array.from({ length: count }, (_, index) => firstId + index).filter(
      (id) => id % names.length === teamIndex || id % 11 === teamIndex,
    ),
  }));
}

function pick(list: readonly string[], index: number): string {
  return list[index % list.length] ?? '';
}
