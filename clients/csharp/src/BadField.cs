namespace Belote.Referee
{
    /// <summary>A field of a request that is at fault.</summary>
    public sealed class BadField
    {
        internal BadField(string path, string description)
        {
            Path = path;
            Description = description;
        }

        /// <summary>Where it is, such as "deal.actions[17].play".</summary>
        public string Path { get; }

        /// <summary>
        /// What is wrong with it, a sentence in the language of the call. Its wording may change at any time.
        /// </summary>
        public string Description { get; }
    }
}
