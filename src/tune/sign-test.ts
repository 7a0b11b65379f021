// The one-sided sign test.

/** The probability of at least `better` heads in `better + worse` tosses of a fair coin. */
export function signTest(better: number, worse: number): number {
  const tosses = better + worse;
  // The sum starts at its largest term, which does not underflow: fewer heads than tails are counted from the other side.
  return better > worse ? upperTail(better, tosses) : 1 - upperTail(worse + 1, tosses);
}

function upperTail(least: number, tosses: number): number {
  let probability = 0;
  let term = firstTerm(least, tosses);
  for (let heads = least; heads <= tosses; heads += 1) {
    probability += term;
    term = (term * (tosses - heads)) / (heads + 1);
  }
  return probability;
}

/** (tosses choose heads) / 2^tosses, halved on the way so that the product stays in range. */
function firstTerm(heads: number, tosses: number): number {
  let term = 1;
  let halvings = tosses;
  for (let count = 1; count <= heads; count += 1) {
    term = (term * (tosses - heads + count)) / count;
    for (; term > 1 && halvings > 0; halvings -= 1) term *= 0.5;
  }
  for (; halvings > 0; halvings -= 1) term *= 0.5;
  return term;
}
