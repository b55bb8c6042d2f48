# fish completion for plytrace. `plytrace __complete` knows the candidates (viewer/commands/complete.h).
function __plytrace_complete
    set -l words (commandline -opc)
    # fish knows the text of a word that is complete; within quotes it lacks the second one.
    set -l typed (commandline -ct)
    set -l current (string unescape -- "$typed"; or string unescape -- "$typed'"; or string unescape -- "$typed\"")
    # An option and its value in one word: the option stays in front of each file.
    set -l option (string match -r '^--[^=]*=' -- $current)
    set -l part (string replace -r '^--[^=]*=' '' -- $current)
    for line in ($words[1] __complete $words[2..] "$current" 2>/dev/null)
        switch $line
            case \ttraces
                for file in (__fish_complete_suffix "$part" .db)
                    echo "$option$file"
                end
            case \tfiles
                for file in (__fish_complete_path "$part")
                    echo "$option$file"
                end
            case \tfolders
                for file in (__fish_complete_directories "$part" '')
                    echo "$option$file"
                end
            case '*'
                echo $line
        end
    end
end
complete -c plytrace -f -k -a '(__plytrace_complete)'
