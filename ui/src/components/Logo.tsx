/** The mark: a silo with an ear of grain in its door. Decorative; the name always stands beside it. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#1f5c38" />
      <path d="M7 26V14.5C7 9.8 11 6 16 6s9 3.8 9 8.5V26z" fill="#f3ead0" />
      <path d="M16 25V14" stroke="#1f5c38" strokeWidth="1.8" strokeLinecap="round" />
      <path
        d="M16 17.5c0-2.4 1.6-4 4-4 0 2.4-1.6 4-4 4zm0 0c0-2.4-1.6-4-4-4 0 2.4 1.6 4 4 4zm0 5c0-2.4 1.6-4 4-4 0 2.4-1.6 4-4 4zm0 0c0-2.4-1.6-4-4-4 0 2.4 1.6 4 4 4z"
        fill="#b7791f"
      />
    </svg>
  );
}
